import PolicyText
import PolicyModel

/// Google Sign-In on one platform: the client, the scopes of sign-in, and those that features
/// request later.
struct GoogleSignInFlow {
  enum Platform: String { case ios, android, web }

  let google: GoogleSignIn
  let platform: Platform
  let clientIDs: [LocatedText]
  let names: FlowNames

  /// One flow for each platform that has a client.
  static func plans(_ names: FlowNames) -> [FlowPlan] {
    guard let google = names.document.policy.googleSignIn else { return [] }
    let environment = names.environment
    let clients: [(Platform, [LocatedText])] = [
      (.ios, google.ios?.clientID?[environment].map { [$0] } ?? []),
      (.android, google.android?.clientIDs?[environment] ?? []),
      (.web, google.web?.clientID?[environment].map { [$0] } ?? []),
    ]
    return clients.compactMap { platform, clientIDs in
      guard let first = clientIDs.first else { return nil }
      let flow = GoogleSignInFlow(
        google: google, platform: platform, clientIDs: clientIDs, names: names)
      var plan = FlowPlan(
        kind: .googleSignIn,
        subject: names.subject(platform.rawValue) { $0.googleSignIn != nil },
        environment: environment, anchor: names.document.anchor(first),
        assumptions: [.user, .unticked]
      ) { flow.run(&$0) }
      plan.refusableScopes = flow.refusableScopes
      return plan
    }
  }

  /// Users can't untick the scopes of every sign-in on the consent screen.
  private var refusableScopes: Set<ExactString> {
    let all = google.signInScopes + google.featureScopes.flatMap(\.scopes)
    let basic = Set(["email", "profile", "openid"].map { GoogleScope.canonical($0) })
    return Set(all.map { GoogleScope.canonical($0.value) }).subtracting(basic)
  }

  /// The scopes that the user grants, and those that the user leaves unticked.
  private func split(
    _ scopes: JSONValue, _ facts: FlowFacts
  ) -> (granted: JSONValue, unticked: JSONValue) {
    let unticked = Set(facts.unticked.map(GoogleScope.canonical))
    let all = scopes.items ?? []
    func isUnticked(_ scope: JSONValue) -> Bool {
      scope.stringValue.map { unticked.contains(GoogleScope.canonical(ExactString($0))) } ?? false
    }
    return (.array(all.filter { !isUnticked($0) }), .array(all.filter(isUnticked)))
  }

  private func run(_ flow: inout FlowRecorder) {
    client(&flow)
    let decision = flow.step(
      "scopes of sign-in", .scopes, [("policy", names.policy), ("operation", "signInScopes")])
    guard let scopes = decision?.result else { return }
    guard consent(scopes, &flow) else { return }
    var granted = split(scopes, flow.facts).granted
    for feature in google.featureScopes {
      granted = incremental(feature.feature.value.string, granted, &flow)
    }
    // With the SDKs for Android and the web, the app doesn't refresh tokens.
    guard platform == .ios else { return }
    flow.step(
      "refresh", .tokenRefresh,
      [
        ("policy", names.policy), ("operation", "refreshTokensIfNeeded"),
        ("facts", ["access_seconds_left": 30, "refresh_token_seconds_left": 86_400]),
      ]
    ) { .init($0, isExpected: $0.reason == .tokenRefreshed) }
  }

  /// The client ID, the URL scheme, and the project that accepts the token.
  private func client(_ flow: inout FlowRecorder) {
    if platform == .ios {
      flow.step("client", .googleClient, [("policy", names.policy), ("operation", "signIn")])
    } else {
      for clientID in clientIDs {
        flow.step(
          "client", .googleClient,
          [
            ("policy", names.policy), ("operation", "format"),
            ("input", ["client_id": .string(clientID.value.string)]),
          ])
      }
    }
    guard projectNumber(in: names.environment) != nil, let audience
    else { return }
    flow.step(
      "token for Firebase", .googleClient,
      [
        ("policy", names.policy), ("operation", "firebaseSignIn"),
        ("input", ["aud": .string(audience.string)]),
      ]
    ) { decision in
      if decision.isAllowed { return .passes(decision.message) }
      // Both environments use the client of one. `validate` warns about it, and the policy doesn't
      // contain the project's allowlist.
      guard GoogleClientID.project(of: audience) == projectNumber(in: names.environment.other)
      else { return .breaks(decision.message) }
      return .inferred(
        "can't tell whether the Firebase project allow-lists the client; if not, \(decision.message)"
      )
    }
  }

  private func projectNumber(in environment: Environment) -> ExactString? {
    names.document.policy.firebase?.projectNumber?[environment]?.value
  }

  /// The audience of the ID token.
  private var audience: ExactString? {
    let server = google.ios?.serverClientID?[names.environment]?.value
    switch platform {
    case .ios: return server ?? clientIDs.first?.value
    case .android: return google.web?.clientID?[names.environment]?.value ?? server
    case .web: return clientIDs.first?.value
    }
  }

  /// Returns true if the user continues the sign-in.
  private func consent(_ scopes: JSONValue, _ flow: inout FlowRecorder) -> Bool {
    let word: JSONValue? =
      switch flow.facts.user {
      case .approves: nil
      case .denies: "denied"
      case .cancels: "cancelled"
      }
    let (granted, _) = split(scopes, flow.facts)
    var facts: [(key: String, value: JSONValue)] = [("granted", granted)]
    let isPartial = granted != scopes
    if let word { facts = [("user", word)] }
    let decision = flow.step(
      "consent", .scopes,
      [
        ("policy", names.policy), ("operation", "signInResult"), ("input", scopes),
        ("facts", .object(facts)),
      ]
    ) { decision in
      guard word == nil else {
        return .init(decision, isExpected: decision.reason == .userCancelled)
      }
      return .init(
        decision,
        isExpected: decision.isAllowed || isPartial && decision.reason == .scopesMissing)
    }
    guard word != nil else { return decision != nil }
    if decision != nil { flow.end = "the user does not approve; the app gets the error code -5" }
    return false
  }

  /// Requests the additional scopes of a feature.
  ///
  /// - Returns: the scopes granted afterwards.
  private func incremental(
    _ feature: String, _ granted: JSONValue, _ flow: inout FlowRecorder
  ) -> JSONValue {
    func fields(
      _ operation: String, _ granted: JSONValue, _ more: [(key: String, value: JSONValue)] = []
    ) -> [(String, JSONValue?)] {
      [
        ("policy", names.policy), ("operation", .string(operation)),
        ("input", ["feature": .string(feature)]),
        ("facts", .object([("granted", granted)] + more)),
      ]
    }
    let name = "feature \(DisplayText.visible(feature))"
    let missing = flow.step("\(name): scopes", .scopes, fields("missingScopes", granted)) {
      decision in
      decision.isAllowed
        ? .passes("sign-in has requested all of its scopes")
        : decision.reason == .scopesMissing
          ? .passes(decision.message) : .breaks(decision.message)
    }
    guard let missing, !missing.isAllowed else { return granted }
    let scopes = google.featureScopes.first { ExactString(feature) == $0.feature.value }?.scopes
    let (_, unticked) = split(
      .array((scopes ?? []).map { .string($0.value.string) }), flow.facts)
    let isPartial = unticked != []
    func verdict(_ decision: RequestDecision) -> FlowRecorder.Verdict {
      .init(
        decision,
        isExpected: decision.isAllowed || isPartial && decision.reason == .scopesMissing)
    }
    let added = flow.step(
      "\(name): incremental grant", .scopes,
      fields("addScopes", granted, isPartial ? [("user_unticked", unticked)] : []),
      check: verdict)
    guard let requested = added?.result?["flow_with"] else { return granted }
    let all = split(requested, flow.facts).granted
    flow.step("\(name): granted", .scopes, fields("missingScopes", all), check: verdict)
    if isPartial {
      flow.end = "\(name) stays off until the user grants its scopes"
    }
    return all
  }
}
