package import PolicyText
import PolicyModel

/// An address that travels with the link.
package struct ContinueUrlHasEmail: Rule {
  package static let info = RuleInfo(
    "continue-url-has-email", .firebase, .warning, aliases: ["email-in-continue-url"],
    summary: "a continue URL carries no email address",
    why: "Whoever gets the link could sign in as the address that it names, and servers on the way "
      + "log it. Keep the address in the app.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.action("url: \"https://app.acme.example/finish?⟦email=a@acme.example⟧\""),
      good: ExamplePolicy.action("url: https://app.acme.example/finish")),
    references: ["Firebase: authenticate with email link, security concerns"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for action in context.policy.firebase?.emailActions ?? [] {
      for (environment, url) in action.url?.distinct ?? [] {
        guard let range = EmailAddress.find(in: URIParts(url.value)) else { continue }
        findings.report(
          url.node, text: range, in: environment, "the continue URL carries an email address",
          help: "remove it: the app knows the address, or asks for it")
      }
    }
  }
}
