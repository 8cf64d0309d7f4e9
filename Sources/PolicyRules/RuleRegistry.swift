package import Diagnostics
package import PolicyModel
import SourceTree

/// All rules, by family; one line each.
package enum RuleRegistry {
  /// The rules that look at decoded policies.
  package static let rules: [any Rule.Type] = []

  /// The findings of all rules over all policies that could be read to their end.
  ///
  /// Precedence is applied: where two rules speak about one span, the stronger one is kept.
  package static func check(_ workspace: Workspace) -> [Diagnostic] {
    let facts = WorkspaceFacts(workspace)
    var diagnostics: [Diagnostic] = []
    for document in workspace.policies where document.tree.isComplete {
      let context = RuleContext(document: document, workspace: workspace, shared: facts)
      for rule in rules {
        var findings = Findings(rule.info, document.tree)
        rule.init().check(context, reporting: &findings)
        diagnostics += findings.diagnostics
      }
    }
    return diagnostics
  }
}
