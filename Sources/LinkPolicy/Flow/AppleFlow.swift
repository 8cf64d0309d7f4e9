import PolicyText
import PolicyModel

/// Sign in with Apple on one platform: settings, nonce, ID token and account.
struct AppleFlow {
  let apple: AppleSignIn
  let platform: ExactString
  let names: FlowNames

  /// One flow for each platform.
  static func plans(_ names: FlowNames) -> [FlowPlan] {
    guard let apple = names.document.policy.apple else { return [] }
    return apple.platforms.compactMap { platform in
      let flow = AppleFlow(apple: apple, platform: platform.value, names: names)
      guard flow.isDeclared else { return nil }
      return FlowPlan(
        kind: .apple,
        subject: names.subject(platform.value.string) { $0.apple != nil },
        environment: names.environment, anchor: names.document.anchor(platform),
        assumptions: [.user, .account]
      ) { flow.run(&$0) }
    }
  }

  /// True if there is a Firebase project, or else a server that receives the token.
  private var isDeclared: Bool {
    let tree = names.document.tree
    let isUnknown = [AppleSignInKey.teamID, .keyID].contains {
      tree.isUnknown($0, in: apple.node, names.environment)
    }
    if isUnknown || audience == nil && isAudienceUnknown { return false }
    if let firebase = names.document.policy.firebase {
      return firebase.projectID?[names.environment] != nil
    }
    return audience != nil
  }

  /// Android uses Apple's web flow.
  private var usesWeb: Bool { platform == "web" || platform == "android" }

  private func run(_ flow: inout FlowRecorder) {
    flow.step(
      "request settings", .appleIDToken,
      [("policy", names.policy), ("operation", "policy"), ("input", .object(settings))])
    if flow.facts.user != .approves {
      flow.end = "the user does not approve: Apple tells the app or page, and issues no token"
      return
    }
    if makesNonce {
      flow.step(
        "nonce", .appleIDToken,
        [
          ("policy", names.policy), ("operation", "firebaseNonce"),
          ("input", ["raw": .string(Self.rawNonce), "claim": .string(Self.hashedNonce)]),
        ])
    } else {
      webView(&flow)
    }
    // The confidence is `inferred` only because the signature can't be checked without keys.
    flow.step(
      "ID token", .appleIDToken,
      [
        ("policy", names.policy), ("claims", claims),
        ("raw_nonce", makesNonce ? .string(Self.rawNonce) : nil), ("now", .int(Self.now)),
      ], restsOnPlatform: false
    ) { .init($0) }
    if flow.facts.isAccountDisabled {
      AppleAccountSteps(names: names, requiresConsent: false).refuse(&flow)
      return
    }
    AppleAccountSteps(names: names, requiresConsent: apple.requireConsent?.value ?? true)
      .run(&flow)
  }

  /// Apps on Apple's platforms create the nonce, and so do pages that use Apple's API directly. On
  /// Android, and on pages that sign in through Firebase, the server of the return URL creates it.
  private var makesNonce: Bool {
    !usesWeb || platform == "web" && names.document.policy.firebase == nil
  }

  /// Apple's page sends a code to the return URL, and the server there exchanges it.
  private func webView(_ flow: inout FlowRecorder) {
    let returnURL = apple.returnURLs?[names.environment]?.first?.value
    flow.step(
      "web view and return URL", .appleIDToken,
      [
        ("policy", names.policy), ("operation", "policy"),
        ("input", .object(returnURL.map { [("return_url", .string($0.string))] } ?? [])),
      ]
    ) { decision in
      guard let returnURL else {
        return .inferred("can't tell where Apple sends the code: the policy has no `return_urls`")
      }
      return decision.isAllowed
        ? .passes("Apple sends the code to \(DisplayText.quoted(returnURL.string))")
        : .breaks(decision.message)
    }
    flow.step(
      "code exchange", .appleIDToken,
      [
        ("policy", names.policy), ("operation", "codeExchange"),
        ("input", ["code_from": "web", "client_secret_sub": "services_id"]),
      ])
  }

  /// The policy's settings for the platform, as fields of the request.
  private var settings: [(key: String, value: JSONValue)] {
    let environment = names.environment
    var settings: [(key: String, value: JSONValue)] = []
    settings.append(("platforms", [.string(platform.string)]))
    func add(_ name: String, _ value: ExactString?) {
      if let value { settings.append((name, .string(value.string))) }
    }
    add("team_id", apple.teamID?.value)
    add("key_id", apple.keyID?[environment]?.value)
    if apple.privateKey?[environment] != nil { settings.append(("private_key", "KEY")) }
    if usesWeb {
      add("services_id", apple.servicesID?[environment]?.value ?? "")
      let urls = apple.returnURLs?[environment] ?? []
      settings.append(("return_urls", .array(urls.map { .string($0.value.string) })))
    }
    add("bundle_id", bundleID)
    settings.append(("scopes", .array(apple.scopes.map { .string($0.value.string) })))
    let parameters = apple.parameters.map {
      (key: $0.name.value.string, value: JSONValue.string($0.value.value.string))
    }
    if usesWeb, !parameters.isEmpty { settings.append(("parameters", .object(parameters))) }
    return settings
  }

  private var bundleID: ExactString? {
    let references = apple.bundleApps?[names.environment] ?? []
    let apps = references.lazy.compactMap { names.app($0.value) }
    let own = apps.first { $0.platform?.value.rawValue == platform.string }
    return (own ?? apps.first)?.bundleID?.value
  }

  /// Whether the services ID or an app's bundle ID is `TODO`.
  private var isAudienceUnknown: Bool {
    if usesWeb {
      return names.document.tree.isUnknown(
        AppleSignInKey.servicesID, in: apple.node, names.environment)
    }
    return (apple.bundleApps?[names.environment] ?? []).contains {
      names.workspace.app($0.value, from: names.document).map {
        $0.document.tree.isUnknown(AppKey.bundleID, in: $0.app.node)
      } ?? false
    }
  }

  /// The audience of Apple's ID tokens on the platform.
  private var audience: ExactString? {
    usesWeb ? apple.servicesID?[names.environment]?.value : bundleID
  }

  /// The claims of Apple's ID token.
  private var claims: JSONValue {
    let nonce = makesNonce ? [(key: "nonce", value: JSONValue.string(Self.hashedNonce))] : []
    let email: [(key: String, value: JSONValue)] = [
      ("email", .string(AppleAccountSteps.relay)), ("email_verified", true),
      ("is_private_email", true),
    ]
    return .object(
      [
        ("iss", "https://appleid.apple.com"), ("aud", .string((audience ?? "").string)),
        ("sub", .string(AppleAccountSteps.subject)), ("exp", .int(Self.now + 600)),
        ("iat", .int(Self.now)),
      ] + nonce + email)
  }

  private static let now = 1_700_000_000
  /// The example of FIPS 180-4.
  private static let rawNonce = "abc"
  private static let hashedNonce =
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
}
