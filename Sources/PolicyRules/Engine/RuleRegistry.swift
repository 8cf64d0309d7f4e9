package import PolicyText
package import PolicyModel

/// All rules, by category; `RuleList.swift` has one line for each.
package enum RuleRegistry {
  /// The findings of all rules over one policy of a workspace; none if it could not be read to its end.
  ///
  /// Precedence is applied: where two rules speak about one value, the stronger one is kept.
  package static func check(
    _ document: PolicyDocument, in workspace: Workspace, _ index: WorkspaceIndex
  ) -> [Diagnostic] {
    guard document.tree.isComplete else { return [] }
    let context = RuleContext(document: document, workspace: workspace, workspaceIndex: index)
    var entries: [Findings.Entry] = []
    for rule in policyRules {
      var findings = Findings(rule, document.tree)
      rule.init().check(context, reporting: &findings)
      entries += findings.entries
    }
    return Precedence.apply(to: entries)
  }

  /// The same for all policies of a workspace.
  package static func check(_ workspace: Workspace) -> [Diagnostic] {
    let index = WorkspaceIndex(workspace)
    return workspace.policies.flatMap { check($0, in: workspace, index) }
  }

  /// The findings of rules that compare deployed `assetlinks.json` files with the policies.
  package static func check(deployed files: [SourceTree], in workspace: Workspace) -> [Diagnostic] {
    guard !files.isEmpty else { return [] }
    return rules.flatMap { $0.forDeployedFiles?.init().check(files, in: workspace) ?? [] }
  }

  /// All rules, category by category.
  package static let rules: [any NamedRule.Type] = lists.flatMap { $0.rules }

  /// The rules that look at policies; findings come in this order.
  private static let policyRules: [any Rule.Type] = rules.compactMap { $0.forPolicies }

  /// Everything that can be reported, category by category: by readers, by the structure check and by rules.
  package static let catalogue: [RuleInfo] = rules.map { $0.info }

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
