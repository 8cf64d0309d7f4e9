package import PolicyText
import PolicyModel

package struct EmailLinkRewritten: Rule {
  package static let info = RuleInfo(
    "email-link-rewritten", .firebase, .note, aliases: ["smtp-link-rewrite"],
    summary: "Disallow click tracking in action emails",
    why: "Click tracking changes the host of the link, so it opens the browser instead of the app.",
    examples: .init(
      .policy, bad: ExamplePolicy.firebase("email: { click_tracking: ⟦true⟧ }"),
      good: ExamplePolicy.firebase("email: { click_tracking: false }")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let tracking = context.policy.firebase?.clickTracking, tracking.value else { return }
    findings.report(
      tracking.node, "click tracking rewrites the link host and breaks universal links",
      help: "turn off click tracking in your mail provider, then write `click_tracking: false`")
  }
}
