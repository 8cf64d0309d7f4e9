package import PolicyText
import PolicyModel

package struct EmailActionAppMissing: Rule {
  package static let info = RuleInfo(
    "email-action-app-missing", .firebase, .warning, aliases: ["app-target-missing"],
    summary: "Require an app if `handle_code_in_app` is true",
    why:
      "With `handle_code_in_app` but neither `ios` nor `android`, the link has no app to open "
      + "and stays in the browser. The rule skips policies without apps, because they sign in on "
      + "the web.",
    examples: .init(
      .policy, bad: example("handle_code_in_app: ⟦true⟧"),
      good: example("handle_code_in_app: true\n        ios: acme-ios")),
    references: ["Firebase: passing state in email actions"])
  package init() {}

  private static func example(_ line: String) -> String {
    ExamplePolicy.signIn(line, appStoreID: ", app_store_id: \"1234567890\"")
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard !context.policy.apps.isEmpty else { return }
    for action in context.policy.firebase?.emailActions ?? [] {
      guard let handle = action.handleCodeInApp, handle.value else { continue }
      let missing = context.firebaseEnvironments.filter {
        action.url?[$0] != nil && action.ios?[$0] == nil && action.androidApp?[$0] == nil
      }
      guard !missing.isEmpty else { continue }
      let isOne = missing.count < context.firebaseEnvironments.count
      findings.report(
        handle.node, in: isOne ? missing[0] : nil,
        "`handle_code_in_app` is set without `ios` or "
          + "`android`\(isOne ? " for \(missing[0])" : ""), so no app opens the link",
        help: "add `ios` or `android` with the ID of an app from `apps`")
    }
  }
}
