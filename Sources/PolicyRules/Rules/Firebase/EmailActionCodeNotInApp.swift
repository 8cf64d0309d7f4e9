package import PolicyText
import PolicyModel

package struct EmailActionCodeNotInApp: Rule {
  package static let info = RuleInfo(
    "email-action-code-not-in-app", .firebase, .error, aliases: ["handle-code-in-app"],
    summary: "Require `handle_code_in_app` for email-link sign-in",
    why: "Without `handle_code_in_app: true`, the iOS SDK crashes and the JavaScript SDK returns "
      + "`argument-error`.",
    examples: .init(
      .policy, bad: ExamplePolicy.action("url: https://app.acme.example/finish", handle: "⟦false⟧"),
      good: ExamplePolicy.action("url: https://app.acme.example/finish")), isFixable: true,
    hides: ["link-domain-without-app"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for action in context.policy.firebase?.emailActions ?? []
    where action.name.value == "sign_in" && action.handleCodeInApp?.value != true {
      let written = context.tree.value(of: "handle_code_in_app", in: action.node)
      // The structure check reports a value that can't be read.
      guard written == nil || action.handleCodeInApp != nil else { continue }
      let node = action.handleCodeInApp?.node ?? action.name.node
      findings.report(
        node, "email-link sign-in requires `handle_code_in_app: true`",
        help: "write `handle_code_in_app: true`",
        fixes: action.handleCodeInApp.map {
          findings.replacing($0.node, by: "true", "write `true`", isSafe: true)
        } ?? [])
    }
  }
}
