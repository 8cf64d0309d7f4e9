package import PolicyText
import PolicyModel

package struct EmailLinkDisabled: Rule {
  package static let info = RuleInfo(
    "email-link-disabled", .firebase, .error,
    summary: "Require `email_link` if an action signs users in by email",
    why: "Firebase returns `OPERATION_NOT_ALLOWED` and sends no email.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.action("url: https://app.acme.example/finish").replacingKey(
        "    email_actions:", by: "    sign_in: { email_link: ⟦false⟧ }\n    email_actions:"),
      good: ExamplePolicy.action("url: https://app.acme.example/finish")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let firebase = context.policy.firebase, let link = firebase.emailLink, !link.value,
      let action = firebase.emailActions.first(where: { $0.name.value == "sign_in" })
    else { return }
    findings.report(
      link.node,
      "`email_link` is off, so Firebase rejects sign-in emails with `OPERATION_NOT_ALLOWED`",
      help: "write `email_link: true`",
      notes: [findings.note("the action that needs it", at: action.name.node)])
  }
}
