package import PolicyText
import PolicyModel

package struct ContinueUrlCharacters: Rule {
  package static let info = RuleInfo(
    "continue-url-characters", .firebase, .error, aliases: ["continue-url-chars"],
    summary: "Disallow continue URLs that the Admin SDK rejects",
    why:
      "The Admin SDK for Node.js returns `invalid-continue-uri` for anything that isn't an http or https URL. It also rejects non-ASCII letters, an underscore in the host, and `//` or `&` in the path.",
    examples: .init(
      .policy, bad: ExamplePolicy.action("url: https://app.acme.example/a⟦//⟧finish"),
      good: ExamplePolicy.action("url: https://app.acme.example/a/finish")),
    references: ["firebase-admin-node: validator.ts (executed)"],
    hides: [
      "continue-url-host-unauthorized", "continue-url-host-only-by-parent", "continue-url-http",
    ])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for action in context.policy.firebase?.emailActions ?? [] {
      for (environment, url) in action.url?.distinct ?? [] {
        guard let fault = ContinueURLProblem(url.value) else { continue }
        findings.report(
          url.node, text: fault.range, in: environment, severity: fault.severity, fault.message,
          help: fault.help)
      }
    }
  }
}
