package import PolicyText
import PolicyModel

package struct ContinueUrlHasEmail: Rule {
  package static let info = RuleInfo(
    "continue-url-has-email", .firebase, .warning, aliases: ["email-in-continue-url"],
    summary: "Disallow email addresses in continue URLs",
    why: "Anyone who gets the link could sign in as that address, and servers along the way log "
      + "it. Keep the address in the app.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.action("url: \"https://app.acme.example/finish?⟦email=a@acme.example⟧\""),
      good: ExamplePolicy.action("url: https://app.acme.example/finish")),
    references: ["Firebase: authenticate with email link, security concerns"],
    hides: ["continue-url-query-truncated"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for action in context.policy.firebase?.emailActions ?? [] {
      for (environment, url) in action.url?.distinct ?? [] {
        guard let range = EmailAddress.find(in: URIParts(url.value)) else { continue }
        findings.report(
          url.node, text: range, in: environment, "continue URL contains an email address",
          help: "remove it; store the address in the app, or prompt the user for it")
      }
    }
  }
}
