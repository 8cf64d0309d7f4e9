import PolicyRules
public import PolicyText

/// The rules of `validate`.
public enum RuleCatalogue {
  /// All rules, by category.
  public static var rules: [RuleInfo] { RuleRegistry.catalogue }

  /// The rules with an ID or alias; an alias can name several.
  public static func rules(named name: String) -> [RuleInfo] {
    RuleRegistry.infos(for: RuleID(rawValue: name))
  }

  /// The ID of a rule with a similar name.
  public static func similarName(to name: String) -> String? {
    Nearest.name(to: name, among: RuleRegistry.catalogue.lazy.map { $0.id.rawValue })
  }

  /// Returns false for rules that no comment, configuration or baseline can suppress.
  package static func canBeSuppressed(_ rule: RuleID) -> Bool {
    !RuleRegistry.notSuppressible.contains(rule)
  }
}

/// Resolves rule IDs and aliases in options and configuration.
package enum RuleName {
  package struct Problem: Error {
    package var message: String
  }

  /// Returns the IDs of the rules with a name; never empty.
  package static func resolve(_ name: String) throws(Problem) -> [RuleID] {
    let infos = RuleRegistry.infos(for: RuleID(rawValue: name))
    if !infos.isEmpty { return infos.map(\.id) }
    let near = RuleCatalogue.similarName(to: name)
    throw Problem(
      message: "unknown rule \(DisplayText.quoted(name))"
        + (near.map { "; did you mean `\($0)`?" } ?? "; run `linkpolicy rules` to list all rules"))
  }

  /// Returns the IDs of rules that can be turned off.
  package static func resolveSilenceable(_ name: String) throws(Problem) -> [RuleID] {
    let ids = try resolve(name)
    guard let id = ids.first(where: RuleRegistry.notSuppressible.contains) else { return ids }
    throw Problem(
      message:
        "rule `\(id.rawValue)` can't be turned off, because such a file isn't checked completely")
  }

  /// Returns the IDs of comma-separated names in options.
  package static func resolve(lists: [String], silencing: Bool) throws(Problem) -> Set<RuleID> {
    var ids: Set<RuleID> = []
    for list in lists {
      for part in list.utf8.split(separator: UInt8(ascii: ",")) {
        let name = String(decoding: part.filter { $0 != 0x20 }, as: UTF8.self)
        ids.formUnion(silencing ? try resolveSilenceable(name) : try resolve(name))
      }
    }
    guard lists.isEmpty || !ids.isEmpty else {
      throw Problem(message: "list of rules must not be empty")
    }
    return ids
  }
}
