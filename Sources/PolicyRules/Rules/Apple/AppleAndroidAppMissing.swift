package import PolicyText
import PolicyModel

package struct AppleAndroidAppMissing: Rule {
  package static let info = RuleInfo(
    "apple-android-app-missing", .apple, .warning,
    summary: "Require an Android app for Sign in with Apple on Android",
    why:
      "Firebase opens the web flow only for a registered Android app, identified by its package "
      + "and SHA-1. The rule skips policies without apps, because they declare their apps "
      + "elsewhere.",
    examples: .init(
      .policy, bad: example("ios, ⟦android⟧"), good: example("ios")),
    references: ["Firebase: authenticate using Apple on Android"])
  package init() {}

  private static func example(_ platforms: String) -> String {
    ExamplePolicy.apple(
      "services_id: com.acme.home.web\n    team_id: R7KM2QX94T\n    key_id: K1L2M3N4O5\n    "
        + "private_key: { env: APPLE_KEY }"
    ).replacingKey(
      "platforms: [ios]", by: "platforms: [\(platforms)]")
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    let apps = context.policy.apps
    // An app with an unreadable platform, which is an error, may be the Android app.
    guard !apps.isEmpty,
      apps.allSatisfy({ $0.platform.map { $0.value != .android } ?? false }),
      let platform = context.policy.apple?.platforms.first(where: { $0.value == "android" })
    else { return }
    findings.report(
      platform.node, "`platforms` contains `android`, but the policy has no Android app",
      help: "add the app to `apps`, or remove `android`")
  }
}
