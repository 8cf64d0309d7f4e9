import PolicyModel
import PolicyText

struct AppleReturnUrlHost: Rule {
  static let info = RuleInfo(
    "apple-return-url-host", .apple, .error,
    summary: "Require https and a domain name for Apple return URLs",
    why: "Apple rejects http, localhost and IP addresses at registration.",
    examples: .policy(
      bad: ExamplePolicy.apple("return_urls: { prod: [\"https://⟦localhost⟧/callback\"] }"),
      good: ExamplePolicy.apple("return_urls: { prod: [\"https://app.acme.example/callback\"] }")),
    hides: ["uri-ip-host", "uri-http", "uri-ip-noncanonical"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    let uris = context.uris.filter { $0.role == .appleReturn }.map(LocatedURI.init)
    for uri in uris where uri.parts.scheme != nil {
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
    why: "Firebase opens the web flow only for a registered Android app, identified by its package "
      + "and SHA-1. The rule skips policies without apps, because they declare their apps "
      + "elsewhere.",
    examples: .policy(bad: example("ios, ⟦android⟧"), good: example("ios")),
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
    // An app with an invalid platform, which is an error, may be the Android app.
    guard !apps.isEmpty,
      apps.allSatisfy({ $0.platform.map { $0.value != .android } ?? false }),
      let platform = context.policy.apple?.platforms.first(where: { $0.value == "android" })
    else { return }
    findings.report(
      platform.node, "`platforms` contains `android`, but the policy has no Android app",
      help: "add the app to `apps`, or remove `android`")
  }
}

struct AppleReturnUrl: Rule {
  static let info = RuleInfo(
    "apple-return-url", .apple, .error,
    summary: "Require Firebase's handler as an Apple return URL",
    why: "The web flow returns to `/__/auth/handler` on the auth domain. Apple compares URLs "
      + "exactly and returns `invalid_request` for an unregistered one.",
    examples: .policy(
      bad: example("⟦prod⟧: [\"https://app.acme.example/__/auth/handler\"]"),
      good: example("prod: [\"https://acme-home.firebaseapp.com/__/auth/handler\"]")),
    references: ["Firebase: authenticate using Apple"])

  private static func example(_ urls: String) -> String {
    ExamplePolicy.appleWeb(
      "web", "services_id: { prod: com.acme.home.web }\n    return_urls: { \(urls) }")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let apple = context.policy.apple, let firebase = context.policy.firebase else { return }
    let web = apple.platforms.first { $0.value == "web" || $0.value == "android" }
    var reported: Set<NodeID> = []
    for environment in context.firebaseEnvironments {
      guard !context.tree.isUnknown(AppleSignInKey.returnURLs, in: apple.node, environment) else {
        continue
      }
      let urls = apple.returnURLs?[environment]
      // Without a Services ID, there is no web flow; `apple-audience` reports that.
      guard urls != nil || (web != nil && apple.servicesID?[environment] != nil) else { continue }
      let missing = handlers(firebase, environment).filter { handler in
        !(urls ?? []).contains { $0.value == handler }
      }
      guard !missing.isEmpty else { continue }
      let place =
        apple.returnURLs.map { values in
          urls != nil ? context.place(of: values, environment) : values.node
        }.map { context.tree.key(of: $0) ?? $0 } ?? web?.node ?? apple.node
      // A list for both environments is one mistake.
      guard reported.insert(place).inserted else { continue }
      findings.report(
        place, in: apple.returnURLs?.isShared ?? true ? nil : environment,
        "`return_urls` lacks \(missing.map(\.quoted).joined(separator: " and "))",
        help: "add it to `return_urls`, and to the Services ID in your Apple developer account",
        unlessErrorsAt: context.projectIDNodes
          + (urls ?? []).filter { url in missing.contains { url.value.hasPrefix($0.string) } }.map(
            \.node))
    }
  }

  /// The project's handlers: on its own domain, and on a custom auth domain.
  private func handlers(_ firebase: Firebase, _ environment: Environment) -> [ExactString] {
    var hosts: [String] = []
    if let project = firebase.projectID?[environment]?.value, !project.isEmpty {
      hosts.append(project.string + ".firebaseapp.com")
    }
    if let domain = firebase.authDomain?[environment]?.value, !domain.isEmpty,
      !domain.utf8.contains(where: { "/:?#@".utf8.contains($0) }),
      !hosts.contains(where: { ExactString($0) == domain })
    {
      hosts.append(domain.string)
    }
    return hosts.map { ExactString("https://\($0)/__/auth/handler") }
  }
}
