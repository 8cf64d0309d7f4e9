package import PolicyText
import PolicyModel

package struct AppFlipSampleAction: Rule {
  package static let info = RuleInfo(
    "app-flip-sample-action", .android, .error, aliases: ["and-sample-action"],
    summary: "Disallow the intent action of Google's sample",
    why:
      "`com.google.appflip-sample` is the action of Google's sample code. If several installed "
      + "apps declare it, Android asks the user to choose one.",
    examples: .init(
      .policy, bad: ExamplePolicy.flip(action: "⟦com.google.appflip-sample⟧"),
      good: ExamplePolicy.flip()),
    references: ["Google: App Flip for Android"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      for (environment, action) in client.appFlipAndroid?.intentAction?.distinct ?? []
      where action.value == "com.google.appflip-sample" {
        findings.report(
          action.node, in: environment,
          "\(action.value.quoted) is the action of Google's sample code",
          help: "use an action below your package name, as registered with Google")
      }
    }
  }
}
