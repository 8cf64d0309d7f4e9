import PolicyModel
import PolicyText

struct AppleReturnUrlHost: Rule {
  static let info = RuleInfo(
    "apple-return-url-host", .apple, .error,
    summary: "Require https and a domain name for Apple return URLs",
    why: "Apple rejects http, localhost and IP addresses at registration.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.apple("return_urls: { prod: [\"https://⟦localhost⟧/callback\"] }"),
      good: ExamplePolicy.apple("return_urls: { prod: [\"https://app.acme.example/callback\"] }")),
    hides: ["uri-ip-host", "uri-http", "uri-ip-noncanonical"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for uri in context.uris where uri.role == .appleReturn && uri.parts.scheme != nil {
      let isAddress =
        uri.isLoopback || uri.host.first == UInt8(ascii: "[") || IPv4Address.endsInNumber(uri.host)
      guard !uri.isHTTPS || isAddress else { continue }
      findings.report(
        uri.node, text: isAddress ? uri.parts.host : uri.parts.scheme, in: uri.environment,
        "Apple return URL must use https and a domain name, found \(uri.text.quoted)",
        help: "write a URL on your own host, such as `https://app.acme.example/callback`")
    }
  }
}

struct AppleAndroidAppMissing: Rule {
  static let info = RuleInfo(
    "apple-android-app-missing", .apple, .warning,
    summary: "Require an Android app for Sign in with Apple on Android",
    why:
      "Firebase opens the web flow only for a registered Android app, identified by its package "
      + "and SHA-1. The rule skips policies without apps, because they declare their apps "
      + "elsewhere.",
    examples: .init(
      .policy, bad: example("ios, ⟦android⟧"), good: example("ios")),
    references: ["Firebase: authenticate using Apple on Android"])

  private static func example(_ platforms: String) -> String {
    ExamplePolicy.apple(
      "services_id: com.acme.home.web\n    team_id: R7KM2QX94T\n    key_id: K1L2M3N4O5\n    "
        + "private_key: { env: APPLE_KEY }"
    ).replacingKey(
      "platforms: [ios]", by: "platforms: [\(platforms)]")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
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
