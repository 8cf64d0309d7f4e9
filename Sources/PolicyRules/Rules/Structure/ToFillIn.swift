import PolicyModel
package import PolicyText

package struct ToFillIn: Rule {
  package static let info = RuleInfo(
    "to-fill-in", .structure, .warning, summary: "Require a value for each `TODO`",
    why: """
      A policy may have `TODO` where a value isn't known yet. linkpolicy leaves out what needs the value: \
      an app without its team ID is in no association file, and a client without a redirect URI gets no \
      response. Everything else works.
      """,
    examples: .init(
      .policy, bad: example("⟦TODO⟧"), good: example("R7KM2QX94T")))
  package init() {}

  private static func example(_ team: String) -> String {
    ExamplePolicy.line(
      "apps:\n  acme: { platform: ios, bundle_id: com.acme.home, team_id: \(team) }")
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for value in context.document.unknownValues {
      findings.report(
        value.node,
        "`\(value.key)` is `TODO`, so linkpolicy leaves out what needs it",
        help: "replace `TODO`: see \(value.whereToFind)")
    }
  }
}
