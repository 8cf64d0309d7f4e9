package import PolicyDiagnostics
package import PolicyModel
import PolicySourceTree

/// All rules, by family; one line each.
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

  /// Everything that can be reported about a policy, in the order of the families: what readers and
  /// the structure check report, then the rules.
  package static let catalogue: [RuleInfo] =
    StructuralRules.all + SuppressionRules.all + rules.map { $0.info }
    + AssociationFileRules.own.map { $0.info }

  private static let byName: [RuleID: [RuleInfo]] = {
    var byName: [RuleID: [RuleInfo]] = [:]
    for info in catalogue {
      for name in [info.id] + info.aliases { byName[name, default: []].append(info) }
    }
    return byName
  }()

  /// The rules with this id or alias; an alias that was one mistake elsewhere may name several.
  package static func infos(for name: RuleID) -> [RuleInfo] { byName[name] ?? [] }

  /// The rule with this id, or the first with this alias.
  package static func info(for name: RuleID) -> RuleInfo? { byName[name]?.first }

  /// What nothing takes away: a file that was not read to its end holds what nobody has seen.
  package static let unsilenceable: Set<RuleID> = [
    "yaml-syntax", "yaml-encoding", "yaml-limit", "json-syntax",
  ]
}

extension WorkspaceIndex {
  /// The findings of all rules over one policy of the workspace; none where it could not be read to its
  /// end.
  ///
  /// - Parameter onlyErrors: leaves out the rules that are advice.
  package func findings(
    of document: PolicyDocument, in workspace: Workspace, onlyErrors: Bool = false
  ) -> [Diagnostic] {
    guard document.tree.isComplete else { return [] }
    let context = RuleContext(document: document, workspace: workspace, workspaceIndex: self)
    let rules = RuleRegistry.rules(for: document.policy, context.index)
    guard let first = rules.first else { return [] }
    var findings = Findings(first, document.tree)
    for rule in rules where !(onlyErrors && rule.neverReportsErrors) {
      findings.begin(rule)
      rule.init().check(context, reporting: &findings)
    }
    return Precedence.apply(to: findings.entries)
  }
}
