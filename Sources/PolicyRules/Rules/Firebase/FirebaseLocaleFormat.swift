package import PolicyText
import PolicyModel

/// A language of emails that is none.
package struct FirebaseLocaleFormat: Rule {
  package static let info = RuleInfo(
    "firebase-locale-format", .firebase, .warning,
    summary: "the language of emails is a language tag, such as `pt-BR`",
    why:
      "Firebase looks the template up by this tag and falls back to English where it knows none: "
      + "users get emails in a language that nobody chose.",
    examples: .init(
      .policy, bad: ExamplePolicy.firebase("email: { locale: ⟦german⟧ }"),
      good: ExamplePolicy.firebase("email: { locale: de }")),
    references: ["RFC 5646 section 2.1", "Firebase: localizing email templates"],
    isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let locale = context.policy.firebase?.locale,
      let fault = LocaleFault(locale.value, separator: "-")
    else { return }
    findings.report(
      locale.node, fault.message, help: fault.help,
      fixes: fault.replacement.map {
        findings.replacing(locale.node, by: $0, "write `\($0)`", isSafe: false)
      } ?? [])
  }
}
