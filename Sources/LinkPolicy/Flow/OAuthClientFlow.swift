import PolicyDecision
import PolicyText
import PolicyModel

/// Sign-in at our own authorization server: each redirect URI of a client gets a code, which the
/// client exchanges for tokens.
struct OAuthClientFlow {
  let client: Client
  let compiled: CompiledClient
  let names: FlowNames

  /// The name of the client in flow IDs.
  var subject: String {
    names.subject(client.id.value.string) { policy in
      policy.clients.contains { $0.id.value == client.id.value }
    }
  }

  /// One flow for each redirect URI.
  var plans: [FlowPlan] {
    compiled.redirectURIs.enumerated().map { index, entry in
      FlowPlan(
        kind: .authorize, subject: subject,
        part: compiled.redirectURIs.count > 1 ? "[\(index)]" : "",
        environment: names.environment, client: client.id.value, anchor: entry.anchor,
        assumptions: [.user, .timeout, .account] + (exchangesCodes ? [.code] : [])
      ) { browser(entry.value.string, refusal: $0.facts.refusal, &$0) }
    }
  }

  /// Whether the client exchanges codes for tokens.
  var exchangesCodes: Bool {
    compiled.responseTypes.isEmpty || compiled.responseTypes.contains("code")
  }

  /// Whether Google links accounts with this client.
  var isGoogleLinking: Bool { compiled.provider == .googleAccountLinking }

  var hasAppFlip: Bool { client.appFlipIOS != nil || client.appFlipAndroid != nil }

  /// The authorization request in a browser, its response, and the tokens.
  ///
  /// - Parameters:
  ///   - prefix: `browser: ` if the browser is only part of the flow.
  ///   - isStandIn: whether Google doesn't use this redirect URI in browsers.
  ///   - refusal: why the server doesn't issue a code.
  func browser(
    _ redirectURI: String, prefix: String = "", isStandIn: Bool = false,
    refusal: FlowFacts.Refusal?, _ flow: inout FlowRecorder
  ) {
    let query = authorizationQuery(redirectURI)
    var fields = authorizationFields(query)
    if let refusal { fields.append(("outcome", refusal.outcome)) }
    let decision = flow.step(prefix + "authorization", .authorize, fields) { decision in
      guard let refusal else {
        guard decision.isAllowed else { return .breaks(decision.message) }
        if isGoogleLinking, compiled.authorizationEndpoint == nil {
          return .inferred(
            "can't tell where Google opens the browser: the policy has no authorization endpoint")
        }
        return isStandIn
          ? .inferred(
            "the policy registers no `/r/` redirect URI, the only one that Google uses in a browser"
          )
          : .passes(decision.message)
      }
      return decision.error == refusal.error && decision.target != nil
        ? .passes("\(refusal.cause): the client gets `\(refusal.error)`")
        : .breaks(decision.message)
    }
    guard let decision, let target = decision.target else { return }
    deliver(target, prefix: prefix, &flow)
    if let refusal {
      flow.end = "\(refusal.cause); the client gets `\(refusal.error)`"
    } else {
      tokens(redirectURI, hasChallenge: sendsChallenge, prefix: prefix, &flow)
    }
  }

  // MARK: the authorization request

  /// App Flip requests have no code challenge, and neither does their browser fallback.
  private var sendsChallenge: Bool { compiled.requiresPKCE && !(isGoogleLinking && hasAppFlip) }

  private var challengeMethod: String {
    compiled.codeChallengeMethods.contains("S256") || compiled.codeChallengeMethods.isEmpty
      ? "S256" : compiled.codeChallengeMethods[0].string
  }

  /// The parameters in Google's order.
  private func authorizationQuery(_ redirectURI: String) -> String {
    var parameters = [
      ("client_id", compiled.clientID.value.string), ("redirect_uri", redirectURI),
      ("state", Self.state),
    ]
    if !compiled.scopes.isEmpty { parameters.append(("scope", scope)) }
    parameters.append(("response_type", compiled.responseTypes.first?.string ?? "code"))
    if sendsChallenge {
      parameters.append(
        ("code_challenge", challengeMethod == "plain" ? Self.verifier : Self.challenge))
      parameters.append(("code_challenge_method", challengeMethod))
    }
    return FlowQuery.encode(parameters)
  }

  /// The request's URL if the policy has the endpoint, or else its query.
  private func authorizationFields(_ query: String) -> [(String, JSONValue?)] {
    guard let endpoint = compiled.authorizationEndpoint?.value.string else {
      return [("query", .string(query))]
    }
    return [("url", .string(FlowQuery.append(query, to: endpoint)))]
  }

  /// All scopes of the client.
  var scope: String { compiled.scopes.map(\.value.string).joined(separator: " ") }

  /// Checks which app opens the response instead of the browser.
  private func deliver(_ target: String, prefix: String, _ flow: inout FlowRecorder) {
    let scheme = URIParts(ExactString(target)).lowerScheme
    guard ["http", "https"].contains(scheme) else { return }
    for isApple in [true, false] where names.hasApps(isApple: isApple) {
      flow.step(
        prefix + (isApple ? "response on iOS" : "response on Android"),
        isApple ? .universalLink : .appLink, [("url", .string(target))]
      ) { deliveryVerdict($0, isLoopback: scheme == "http") }
    }
  }

  /// The result of a response that one of our apps opens, or none.
  ///
  /// - Parameter isLoopback: A native client listens there itself; its other web URIs use https.
  private func deliveryVerdict(_ decision: RequestDecision, isLoopback: Bool)
    -> FlowRecorder.Verdict
  {
    let app = decision.result?["app"]?.stringValue
    switch (compiled.type, app) {
    case (.native, let app?): return .passes("\(DisplayText.quoted(app)) opens the response")
    case (.native, nil) where isLoopback:
      return .passes("the client receives the response itself, without an association file")
    case (.native, nil) where decision.reason == .hostUnknown:
      return .inferred(
        "a native client receives the response only if an association file of the host opens its "
          + "app, and no policy declares one for this platform")
    case (.native, nil):
      return .inferred(
        "the response stays in the browser; a native client receives it only if it opened the "
          + "browser session (\(decision.message))")
    case (_, let app?):
      return .inferred(
        "\(DisplayText.quoted(app)) may open the response, which is meant for the browser: "
          + "some browsers open apps for redirects")
    case (_, nil): return .passes("the response stays in the browser")
    }
  }

  // MARK: the token endpoint

  /// The token exchange, with the client authentication of the policy.
  func tokens(
    _ redirectURI: String, hasChallenge: Bool = false, prefix: String = "",
    _ flow: inout FlowRecorder
  ) {
    guard exchangesCodes else { return }
    var form = [
      ("grant_type", "authorization_code"), ("code", RequestDefaults.code.string),
      ("redirect_uri", redirectURI),
    ]
    if hasChallenge { form.append(("code_verifier", Self.verifier)) }
    var code: [(key: String, value: JSONValue)] = [
      ("client", .string(compiled.clientID.value.string)), ("redirect_uri", .string(redirectURI)),
    ]
    if hasChallenge {
      let isPlain = challengeMethod == "plain"
      code.append(("challenge", .string(isPlain ? Self.verifier : Self.challenge)))
      code.append(("challenge_method", .string(challengeMethod)))
    }
    guard flow.facts.code == .valid else {
      refused(form, code, prefix: prefix, &flow)
      return
    }
    guard
      flow.step(
        prefix + "token exchange", .token, authenticated(form, facts: ["code": .object(code)]))
        != nil,
      compiled.grantTypes.contains("refresh_token")
    else { return }
    let token: JSONValue = ["client": .string(compiled.clientID.value.string)]
    flow.step(
      prefix + "refresh", .token,
      authenticated(
        [("grant_type", "refresh_token"), ("refresh_token", "REFRESH_TOKEN")],
        facts: ["refresh_token": token]))
  }

  /// The exchange of a code that was used before or has expired.
  private func refused(
    _ form: [(String, String)], _ code: [(key: String, value: JSONValue)], prefix: String,
    _ flow: inout FlowRecorder
  ) {
    let state = flow.facts.code
    let facts: JSONValue = ["code": .object(code + [(state.rawValue, true)])]
    let decision = flow.step(
      prefix + "token exchange", .token, authenticated(form, facts: facts)
    ) { decision in
      decision.reason.rawValue == "code-\(state.rawValue)"
        ? .passes("refused: \(decision.message)") : .breaks(decision.message)
    }
    if decision != nil { flow.end = "the server rejects the code; the client gets no tokens" }
  }

  /// A form with the client's credentials.
  private func authenticated(
    _ form: [(String, String)], facts: JSONValue
  ) -> [(String, JSONValue?)] {
    var form = form + [("client_id", compiled.clientID.value.string)]
    var header: JSONValue?
    switch authentication {
    case .basic:
      let words = [compiled.clientID.value.string, Self.secret].map(PercentEncoding.encode)
      header = .string("Basic " + Base64.encode(words.joined(separator: ":").utf8))
    case .form: form.append(("client_secret", Self.secret))
    case .none: break
    }
    return [
      ("form", .string(FlowQuery.encode(form))), ("authorization", header), ("facts", facts),
    ]
  }

  private enum Authentication { case basic, form, none }

  /// Public clients don't authenticate.
  private var authentication: Authentication {
    let written = client.tokenEndpointAuth?.value
    if written == "basic" { return .basic }
    return written == "none" || written == nil && client.isPublic ? .none : .form
  }

  /// A placeholder for a value that the client generates.
  static let state = "s1"
  /// A placeholder for a secret that the policy only refers to.
  private static let secret = "SECRET"
  /// The example of RFC 7636 appendix B.
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
}
