package import PolicyDiagnostics
import PolicyModel
import PolicyText

/// Anonymised accounts that are joined without asking.
package struct AppleConsentOff: Rule {
  package static let info = RuleInfo(
    "apple-consent-off", .apple, .warning,
    summary: "joining an anonymised Apple ID with other data needs consent",
    why:
      "A user who hides the address wants to stay unknown. Apple asks for explicit consent before an "
      + "email address, a phone number or another provider is linked to such an account, or the "
      + "other way round.",
    examples: .init(
      .policy, bad: ExamplePolicy.apple("linking: { require_consent: ⟦false⟧ }"),
      good: ExamplePolicy.apple("linking: { require_consent: true }")),
    references: ["Firebase: authenticate using Apple, anonymized data requirements"],
    isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let consent = context.policy.apple?.requireConsent, !consent.value else { return }
    findings.report(
      consent.node, "an anonymised Apple ID may be joined with other data without consent",
      help: "write `require_consent: true` and ask the user",
      fixes: findings.replacing(consent.node, by: "true", "require consent", isSafe: false))
  }
}
