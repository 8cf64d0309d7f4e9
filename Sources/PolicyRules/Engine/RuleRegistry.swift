package import PolicyDiagnostics
package import PolicyModel
package import PolicySourceTree

/// All rules, by category; `RuleList.swift` has one line for each.
package enum RuleRegistry {
  /// The findings of all rules over all policies that could be read to their end.
  ///
  /// Precedence is applied: where two rules speak about one value, the stronger one is kept.
  ///
  /// - Parameter onlyErrors: leaves out the rules that are advice.
  package static func check(_ workspace: Workspace, onlyErrors: Bool = false) -> [Diagnostic] {
    let index = WorkspaceIndex(workspace)
    return workspace.policies.flatMap {
      index.findings(of: $0, in: workspace, onlyErrors: onlyErrors)
    }
  }

  /// The findings of rules that compare deployed `assetlinks.json` files with the policies.
  ///
  /// - Parameter onlyErrors: leaves out the rules that are advice.
  package static func check(
    deployed files: [SourceTree], in workspace: Workspace, onlyErrors: Bool = false
  ) -> [Diagnostic] {
    guard !files.isEmpty else { return [] }
    return entries.flatMap { entry -> [Diagnostic] in
      guard !(onlyErrors && entry.neverReportsErrors) else { return [] }
      return entry.rule.forDeployedFiles?.init().check(files, in: workspace) ?? []
    }
  }

  /// All lines of the registry, category by category.
  package static var entries: [RuleEntry] { lists.flatMap(\.rules) }

  /// A line with its number, counted over all lists: findings come in this order.
  typealias NumberedEntry = (number: Int, entry: RuleEntry)
  /// Some lines that follow one another.
  typealias Run = ArraySlice<NumberedEntry>

  /// The rules that look at policies.
  static let policyRules = numbered { $0.policyRule != nil }
  /// The rules that look at addresses of policies.
  static let addressRules = numbered { $0.addressRule != nil }

  private static func numbered(where isMeant: (RuleEntry) -> Bool) -> [NumberedEntry] {
    var numbered: [NumberedEntry] = []
    var number = 0
    for (_, rules) in lists {
      for entry in rules {
        if isMeant(entry) { numbered.append((number, entry)) }
        number += 1
      }
    }
    return numbered
  }

  /// Calls `body` with rules that follow one another, some at a time.
  static func forEachRun(of rules: [NumberedEntry], _ body: (Run) -> Void) {
    let limit = 16
    for start in stride(from: 0, to: rules.count, by: limit) {
      body(rules[start..<min(start + limit, rules.count)])
    }
  }

  /// Everything that can be reported, category by category: by readers, by the structure check and by rules.
  package static let catalogue: [RuleInfo] = entries.map { $0.rule.info }

  private static let byName: [RuleID: [RuleInfo]] = {
    var byName: [RuleID: [RuleInfo]] = [:]
    // A name may be an id here and an alias there: the id comes first.
    for info in catalogue { byName[info.id, default: []].append(info) }
    for info in catalogue {
      for name in info.aliases { byName[name, default: []].append(info) }
    }
    return byName
  }()

  /// The rules with this id or alias; an alias that was one mistake elsewhere may name several.
  package static func infos(for name: RuleID) -> [RuleInfo] { byName[name] ?? [] }

  /// The rule with this id, or the first with this alias.
  package static func info(for name: RuleID) -> RuleInfo? { byName[name]?.first }

  /// True for what only `verify` reports: a comment about it is of use although `validate` finds nothing.
  package static func isAboutDeployment(_ rule: RuleID) -> Bool {
    info(for: rule)?.category == .deployment
  }

  /// What nothing takes away: a file that was not read to its end holds what nobody has seen, and so does
  /// one whose lines are not what they look like.
  package static let unsilenceable: Set<RuleID> = [
    "yaml-syntax", "yaml-encoding", "yaml-limit", "json-syntax", "character-invisible",
  ]
}
