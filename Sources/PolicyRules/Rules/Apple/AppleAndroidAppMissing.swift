package import PolicyText
import PolicyModel

/// Sign in with Apple on Android without an app for Android.
package struct AppleAndroidAppMissing: Rule {
  package static let info = RuleInfo(
    "apple-android-app-missing", .apple, .warning,
    summary: "Sign in with Apple on Android has an Android app",
    why:
      "Firebase opens the web flow for a registered Android app only, known by its package and "
      + "SHA-1. Policies without any app keep their apps elsewhere and are left alone.",
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
    // An app whose platform cannot be read, which is an error, may be the one.
    guard !apps.isEmpty,
      apps.allSatisfy({ $0.platform.map { $0.value != .android } ?? false }),
      let platform = context.policy.apple?.platforms.first(where: { $0.value == "android" })
    else { return }
    findings.report(
      platform.node, "the policy has no Android app that signs in with Apple",
      help: "add the app to `apps`, or remove the platform")
  }
}
