package import PolicyText
import PolicyModel

/// The intent action of the sample.
package struct AppFlipSampleAction: Rule {
  package static let info = RuleInfo(
    "app-flip-sample-action", .android, .error, aliases: ["and-sample-action"],
    summary: "the intent action is your own",
    why:
      "`com.google.appflip-sample` is the action of Google's sample: several installed apps answer "
      + "to it, and the user is asked which.",
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
          action.node, in: environment, "\(action.value.quoted) is the sample's action",
          help: "use an action below your package name, as registered at Google")
      }
    }
  }
}
