package import PolicyText
import PolicyModel

package struct FirebaseLocaleFormat: Rule {
  package static let info = RuleInfo(
    "firebase-locale-format", .firebase, .warning,
    summary: "Require a language tag as the locale of emails",
    why:
      "Firebase selects the email template by this tag, such as `pt-BR`. If it doesn't know the "
      + "tag, it sends the email in English.",
    examples: .init(
      .policy, bad: ExamplePolicy.firebase("email: { locale: ⟦german⟧ }"),
      good: ExamplePolicy.firebase("email: { locale: de }")),
    references: ["RFC 5646 section 2.1", "Firebase: localizing email templates"],
    isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let locale = context.policy.firebase?.locale,
      let fault = LocaleProblem(locale.value, separator: "-")
    else { return }
    findings.report(
      locale.node, fault.message, help: fault.help,
      fixes: fault.replacement.map {
        findings.replacing(locale.node, by: $0, "write `\($0)`", isSafe: false)
      } ?? [])
  }
}
