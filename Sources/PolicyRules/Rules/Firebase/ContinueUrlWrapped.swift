package import PolicyText
import PolicyModel

package struct ContinueUrlWrapped: Rule {
  package static let info = RuleInfo(
    "continue-url-wrapped", .firebase, .note,
    summary: "Disallow apps for email actions that no app handles",
    why:
      "With an app but without `handle_code_in_app: true`, Firebase wraps the continue URL in "
      + "another link, which opens the app after the action page. Since Dynamic Links were "
      + "shut down, the format of that link is undocumented.",
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
        "Firebase wraps the continue URL in an undocumented link that opens \(app.value.quoted)",
        help: "write `handle_code_in_app: true`, or remove the app")
    }
  }
}
