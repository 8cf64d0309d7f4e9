import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// Google Sign-In on one platform: the client, the scopes of sign-in, and those that features ask for later.
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
      return FlowPlan(
        kind: .googleSignIn,
        subject: names.subject(platform.rawValue) { $0.googleSignIn != nil },
        environment: environment, anchor: names.document.anchor(first)
      ) { flow.run(&$0) }
    }
  }

  private func run(_ flow: inout FlowRecorder) {
    client(&flow)
    let asked = flow.ask(
      "scopes of sign-in", .scopes, [("policy", names.policy), ("operation", "signInScopes")])
    guard let scopes = asked?.result else { return }
    guard consent(scopes, &flow) else { return }
    var granted = scopes
    for feature in google.featureScopes {
      granted = incremental(feature.feature.value.string, granted, &flow)
    }
  }

  /// The client ID, the URL scheme, and the project that takes the token.
  private func client(_ flow: inout FlowRecorder) {
    if platform == .ios {
      flow.ask("client", .googleClient, [("policy", names.policy), ("operation", "signIn")])
    } else {
      for clientID in clientIDs {
        flow.ask(
          "client", .googleClient,
          [
            ("policy", names.policy), ("operation", "format"),
            ("input", ["client_id": .string(clientID.value.string)]),
          ])
      }
    }
    guard names.document.policy.firebase?.projectNumber?[names.environment] != nil,
      let audience
    else { return }
    flow.ask(
      "token for Firebase", .googleClient,
      [
        ("policy", names.policy), ("operation", "firebaseSignIn"),
        ("input", ["aud": .string(audience.string)]),
      ])
  }

  /// Whom the ID token is made for.
  private var audience: ExactString? {
    let server = google.ios?.serverClientID?[names.environment]?.value
    switch platform {
    case .ios: return server ?? clientIDs.first?.value
    case .android: return google.web?.clientID?[names.environment]?.value ?? server
    case .web: return clientIDs.first?.value
    }
  }

  /// True where the user lets the sign-in go on.
  private func consent(_ scopes: JSONValue, _ flow: inout FlowRecorder) -> Bool {
    let word: JSONValue? =
      switch flow.facts.user {
      case .approves: nil
      case .denies: "denied"
      case .cancels: "cancelled"
      }
    var facts: [(key: String, value: JSONValue)] = [("granted", scopes)]
    if let word { facts = [("user", word)] }
    let answer = flow.ask(
      "consent", .scopes,
      [
        ("policy", names.policy), ("operation", "signInResult"), ("input", scopes),
        ("facts", .object(facts)),
      ]
    ) { decision in
      guard word != nil else {
        return decision.isAllowed ? .passes(decision.message) : .breaks(decision.message)
      }
      return decision.reason == "user-cancelled"
        ? .passes(decision.message) : .breaks(decision.message)
    }
    guard word != nil else { return answer != nil }
    if answer != nil { flow.end = "the user does not approve; the app is told with code -5" }
    return false
  }

  /// A feature that needs more than sign-in has asked for.
  ///
  /// - Returns: what is granted afterwards.
  private func incremental(
    _ feature: String, _ granted: JSONValue, _ flow: inout FlowRecorder
  ) -> JSONValue {
    func fields(_ operation: String, _ granted: JSONValue) -> [(String, JSONValue?)] {
      [
        ("policy", names.policy), ("operation", .string(operation)),
        ("input", ["feature": .string(feature)]), ("facts", ["granted": granted]),
      ]
    }
    let name = "feature \(UTF8Text.visible(feature))"
    let missing = flow.ask("\(name): scopes", .scopes, fields("missingScopes", granted)) {
      decision in
      decision.isAllowed
        ? .passes("sign-in has asked for all of its scopes")
        : decision.reason == "scopes-missing"
          ? .passes(decision.message) : .breaks(decision.message)
    }
    guard let missing, !missing.isAllowed else { return granted }
    let added = flow.ask("\(name): incremental grant", .scopes, fields("addScopes", granted))
    guard let all = added?.result?["flow_with"] else { return granted }
    flow.ask("\(name): granted", .scopes, fields("missingScopes", all))
    return all
  }
}
