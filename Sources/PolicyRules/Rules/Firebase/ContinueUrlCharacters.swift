package import PolicyText
import PolicyModel

/// A continue URL that a server cannot send.
package struct ContinueUrlCharacters: Rule {
  package static let info = RuleInfo(
    "continue-url-characters", .firebase, .error, aliases: ["continue-url-chars"],
    summary: "a continue URL is one that the Admin SDK takes",
    why: "The Admin SDK for Node.js answers `invalid-continue-uri` for non-ASCII letters, an "
      + "underscore in the host, `//` or `&` in the path, and everything that is no http or https URL.",
    examples: .init(
      .policy, bad: ExamplePolicy.action("url: https://app.acme.example/a⟦//⟧finish"),
      good: ExamplePolicy.action("url: https://app.acme.example/a/finish")),
    references: ["firebase-admin-node: validator.ts (executed)"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for action in context.policy.firebase?.emailActions ?? [] {
      for (environment, url) in action.url?.distinct ?? [] {
        guard let fault = ContinueURLFault(url.value) else { continue }
        findings.report(
          url.node, text: fault.range, in: environment, severity: fault.severity, fault.message,
          help: fault.help)
      }
    }
  }
}
