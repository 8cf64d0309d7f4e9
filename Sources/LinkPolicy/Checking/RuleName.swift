package import PolicyText
import PolicyRules

/// Names of rules as people write them: ids and aliases.
package enum RuleName {
  /// Why a name cannot be used.
  package struct Problem: Error {
    /// Lower case, no period.
    package var message: String
  }

  /// The ids of the rules with a name; never empty.
  package static func resolve(_ name: String) throws(Problem) -> [RuleID] {
    let infos = RuleRegistry.infos(for: RuleID(rawValue: name))
    if !infos.isEmpty { return infos.map(\.id) }
    let near = Nearest.name(to: name, among: RuleRegistry.catalogue.lazy.map { $0.id.rawValue })
    throw Problem(
      message: "\(UTF8Text.quoted(name)) is no rule"
        + (near.map { "; a rule with a similar name exists: `\($0)`" }
          ?? " (`linkpolicy rules` lists them)"))
  }

  /// The ids of rules that can be left out.
  package static func resolveSilenceable(_ name: String) throws(Problem) -> [RuleID] {
    let ids = try resolve(name)
    guard let id = ids.first(where: RuleRegistry.notSuppressible.contains) else { return ids }
    throw Problem(
      message: "`\(id.rawValue)` stays an error: such a file is not read to its end")
  }

  /// The ids of names separated by commas, as options have them.
  package static func resolve(lists: [String], silencing: Bool) throws(Problem) -> Set<RuleID> {
    var ids: Set<RuleID> = []
    for list in lists {
      for part in list.utf8.split(separator: UInt8(ascii: ",")) {
        let name = String(decoding: part.filter { $0 != 0x20 }, as: UTF8.self)
        ids.formUnion(silencing ? try resolveSilenceable(name) : try resolve(name))
      }
    }
    guard lists.isEmpty || !ids.isEmpty else {
      throw Problem(message: "a list of rules is empty")
    }
    return ids
  }
}
