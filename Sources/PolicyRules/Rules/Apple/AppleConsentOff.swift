package import PolicyText
import PolicyModel

package struct AppleConsentOff: Rule {
  package static let info = RuleInfo(
    "apple-consent-off", .apple, .warning,
    summary: "Require consent before linking Apple accounts",
    why:
      "Apple requires explicit consent from users before you link their Apple accounts to other "
      + "data, such as an email address, a phone number or a Google account. This applies to "
      + "every Apple account, even if it shares its email address, and in both directions. "
      + "linkpolicy requires consent unless the policy turns it off.",
    examples: .init(
      .policy, bad: ExamplePolicy.apple("linking: { require_consent: ⟦false⟧ }"),
      good: ExamplePolicy.apple("linking: { require_consent: true }")),
    references: [
      "Firebase: authenticate using Apple, anonymized data requirements",
      "Firebase: authenticate using Apple, reauthentication and account linking",
    ],
    isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let consent = context.policy.apple?.requireConsent, !consent.value else { return }
    findings.report(
      consent.node, "`require_consent: false` links Apple accounts without the user's consent",
      help: "write `require_consent: true`, and ask the user before you link",
      fixes: findings.replacing(consent.node, by: "true", "require consent", isSafe: false))
  }
}
