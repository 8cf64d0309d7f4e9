package import PolicyText
import PolicyModel

/// An email link that the project refuses.
package struct EmailLinkDisabled: Rule {
  package static let info = RuleInfo(
    "email-link-disabled", .firebase, .error,
    summary: "email-link sign-in is on where a policy uses it",
    why: "Firebase answers `OPERATION_NOT_ALLOWED` and sends no email.",
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
      link.node, "email link is off: sending answers OPERATION_NOT_ALLOWED",
      help: "write `email_link: true`",
      notes: [findings.note("the action that needs it", at: action.name.node)])
  }
}
