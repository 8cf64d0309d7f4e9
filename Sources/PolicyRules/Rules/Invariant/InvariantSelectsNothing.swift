import PolicyDecision
import PolicyModel
package import PolicyText

package struct InvariantSelectsNothing: Rule {
  package static let info = RuleInfo(
    "invariant-selects-nothing", .invariant, .warning,
    summary: "Disallow invariants that select nothing",
    why: "An invariant about no client and no link always holds. Its selector may have a typo.",
    examples: .init(
      .policy, bad: example("⟦only our hosts⟧", key: "portal-*"),
      good: example("only our hosts", key: "app*")))
  package static let checksTestFiles = true
  package init() {}

  private static func example(_ name: String, key: String) -> String {
    InvariantViolated.example(name, host: "\"*.example\"", key: key)
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for result in context.workspaceIndex.invariants[context.tree.file] ?? []
    where result.state == .selectsNothing {
      findings.report(
        result.name.node,
        "\(result.name.value.quoted) always holds: \(result.reason ?? "it selects nothing")",
        help: "correct the selector, or remove the invariant")
    }
  }
}
