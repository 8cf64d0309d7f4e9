package import PolicyText
import PolicyModel

package struct FirebaseDuplicateEmails: Rule {
  package static let info = RuleInfo(
    "firebase-duplicate-emails", .firebase, .warning, aliases: ["duplicate-emails"],
    summary: "Disallow several accounts with the same email address",
    why: "With duplicates, Firebase doesn't merge accounts and doesn't report that an account "
      + "already exists.",
    examples: .init(
      .policy, bad: ExamplePolicy.firebase("sign_in: { allow_duplicate_emails: ⟦true⟧ }"),
      good: ExamplePolicy.firebase("sign_in: { allow_duplicate_emails: false }")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let duplicates = context.policy.firebase?.allowDuplicateEmails, duplicates.value else {
      return
    }
    findings.report(
      duplicates.node,
      "`allow_duplicate_emails` is on, so Firebase neither merges accounts nor reports "
        + "existing ones",
      help: "write `allow_duplicate_emails: false` unless you merge accounts yourself")
  }
}
