import PolicyDecision
import PolicyModel
package import PolicyText

package struct InvariantUndecided: Rule {
  package static let info = RuleInfo(
    "invariant-undecided", .invariant, .warning,
    summary: "Require invariants that can be decided",
    why: """
      linkpolicy proves an invariant for all links, with limits on the work. Past them it can't tell whether \
      the invariant holds.
      """,
    examples: .init(
      .policy, bad: example("⟦codes open our app⟧", String(repeating: "?", count: 24)),
      good: example("codes open our app", "?")))
  package static let checksTestFiles = true
  package init() {}

  private static func example(_ name: String, _ end: String) -> String {
    ExamplePolicy.ios() + """
      domains:
        www.acme.example:
          links: [{ apps: [acme-ios], rules: [{ path: &codes "/codes/*a\(end)" }] }]
      invariants:
        - name: \(name)
          links: { path: *codes }
          open: [acme-ios]

      """
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for result in context.workspaceIndex.invariants[context.tree.file] ?? []
    where result.state == .undecided {
      findings.report(
        result.name.node,
        "can't tell whether \(result.name.value.quoted) holds: \(result.reason ?? "")",
        help: "select fewer links: one host, one platform or a longer path")
    }
  }
}
