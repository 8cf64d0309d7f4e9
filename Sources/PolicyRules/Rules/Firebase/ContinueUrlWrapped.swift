package import PolicyText
import PolicyModel

/// An app for a link that it does not handle.
package struct ContinueUrlWrapped: Rule {
  package static let info = RuleInfo(
    "continue-url-wrapped", .firebase, .note,
    summary: "an action that is not handled in the app names no app",
    why:
      "With an app and without `handle_code_in_app: true` Firebase puts the continue URL into a link of "
      + "its own, so that it opens the app after the page of the action. The form of that link is not "
      + "documented since Dynamic Links were shut down.",
    examples: .init(
      .policy, bad: example("ios: ⟦acme-ios⟧"), good: example("handle_code_in_app: false")),
    references: ["Firebase: passing state in email actions"])
  package init() {}

  private static func example(_ line: String) -> String {
    ExamplePolicy.signIn(
      "handle_code_in_app: true\n        ios: acme-ios\n      verify_email:\n"
        + "        url: { prod: https://app.acme.example/verified }\n        \(line)",
      appStoreID: ", app_store_id: \"1234567890\"")
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for action in context.policy.firebase?.emailActions ?? []
    where action.handleCodeInApp?.value != true && action.name.value != "sign_in" {
      guard action.url != nil,
        let (environment, app) = (action.ios?.distinct ?? action.androidApp?.distinct)?.first
      else { continue }
      findings.report(
        app.node, in: environment,
        "the continue URL is put into a link for \(app.value.quoted), whose form is not documented",
        help: "write `handle_code_in_app: true`, or leave the app out")
    }
  }
}
