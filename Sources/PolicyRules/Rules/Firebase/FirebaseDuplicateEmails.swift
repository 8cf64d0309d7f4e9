package import PolicyText
import PolicyModel

/// Several accounts with one address.
package struct FirebaseDuplicateEmails: Rule {
  package static let info = RuleInfo(
    "firebase-duplicate-emails", .firebase, .warning, aliases: ["duplicate-emails"],
    summary: "one email address has one account",
    why: "With duplicates accounts are not merged, and nothing warns of an existing account.",
    examples: .init(
      .policy, bad: ExamplePolicy.firebase("sign_in: { allow_duplicate_emails: ⟦true⟧ }"),
      good: ExamplePolicy.firebase("sign_in: { allow_duplicate_emails: false }")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let duplicates = context.policy.firebase?.allowDuplicateEmails, duplicates.value else {
      return
    }
    findings.report(
      duplicates.node, "duplicate emails are on: no account merging, no account-exists error",
      help: "write `allow_duplicate_emails: false` unless you merge accounts yourself")
  }
}
