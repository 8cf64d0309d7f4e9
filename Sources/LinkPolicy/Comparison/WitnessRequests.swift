import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyModel

/// Requests that one client should allow and another should deny because of one aspect.
///
/// Everything else is chosen so that both clients accept it, if possible.
struct WitnessRequests {
  /// What a request shows.
  enum Aspect {
    /// Nothing but the client itself.
    case client
    case redirectURI(ExactString)
    /// A loopback redirect URI with a port that is not registered.
    case loopbackPort(ExactString)
    case omittedRedirectURI
    case scope(ExactString)
    case responseType(ExactString)
    case missingState
    case missingChallenge
    case challengeMethod(ExactString)
    /// Only App Flip on this platform.
    case flipIOS
    case flipAndroid
    case caller(package: ExactString, Fingerprint)
    /// A value of a client list other than `redirect_uris`.
    case entry(ExactString, of: ClientKey)
    /// A token request with this grant type.
    case grantType(ExactString)
    /// Streamlined linking with this intent.
    case intent(ExactString)
  }

  private let environment: Environment
  private let granting: CompiledClient
  private let other: CompiledClient?
  /// The parameters that the aspect does not set.
  private let common: Parameters

  /// - Parameter other: nil where the other side has no such client.
  init(environment: Environment, granting: CompiledClient, other: CompiledClient?) {
    self.environment = environment
    self.granting = granting
    self.other = other
    let needsChallenge = granting.requiresPKCE || other?.requiresPKCE == true
    common = Parameters(
      redirectURI: Self.redirectURI(granting, other),
      flipRedirectURI: Self.flipRedirectURI(granting, other),
      responseType: Self.shared(granting.responseTypes, other?.responseTypes),
      state: Self.state,
      challengeMethod: needsChallenge
        ? Self.shared(granting.codeChallengeMethods, other?.codeChallengeMethods) : nil)
  }

  /// RFC 7636 appendix B.
  static let challenge: ExactString = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  static let state: ExactString = "s1"

  /// The lines for `simulate`, best first: the authorization endpoint, then App Flip.
  func requests(_ aspect: Aspect) -> [JSONValue] {
    let parameters = parameters(aspect)
    let authorize = authorize(parameters)
    let (flipIOS, flipAndroid) = (flipIOS(parameters), flipAndroid(parameters, aspect))
    switch aspect {
    case .entry(let uri, of: .postLogoutRedirectURIs): return [postLogout(uri)]
    case .entry(let origin, of: .corsOrigins): return [crossOrigin(origin)]
    case .entry: return []
    case .grantType(let type): return grants(type, parameters)
    case .intent(let intent): return [streamlinedLinking(intent)]
    case .flipIOS: return [flipIOS].compactMap { $0 }
    case .flipAndroid, .caller: return [flipAndroid].compactMap { $0 }
    // App Flip has no response type and no code challenge, and never leaves out the redirect URI.
    case .omittedRedirectURI, .responseType, .missingChallenge, .challengeMethod:
      return [authorize]
    // Nor a state on Android.
    case .missingState: return [authorize, flipIOS].compactMap { $0 }
    case .redirectURI, .loopbackPort:
      // What the other client accepts anyway, by an entry of its own, shows nothing.
      guard let requested = parameters.redirectURI,
        other?.redirectURI(matching: requested) == nil
      else { return [] }
      return [authorize, flipIOS, flipAndroid].compactMap { $0 }
    case .client, .scope: return [authorize, flipIOS, flipAndroid].compactMap { $0 }
    }
  }

  // MARK: parameters

  private struct Parameters {
    var redirectURI: ExactString?
    /// The redirect URI of App Flip requests if the aspect has none.
    var flipRedirectURI: ExactString?
    var responseType: ExactString?
    var state: ExactString?
    var scope: ExactString?
    var challengeMethod: ExactString?
  }

  private func parameters(_ aspect: Aspect) -> Parameters {
    var parameters = common
    switch aspect {
    case .redirectURI(let uri):
      parameters.redirectURI = uri
      parameters.flipRedirectURI = uri
    case .loopbackPort(let uri):
      parameters.redirectURI = withFreePort(uri)
      parameters.flipRedirectURI = parameters.redirectURI
    case .omittedRedirectURI: parameters.redirectURI = nil
    case .scope(let scope): parameters.scope = scope
    case .responseType(let type): parameters.responseType = type
    case .missingState: parameters.state = nil
    case .missingChallenge: parameters.challengeMethod = nil
    case .challengeMethod(let method): parameters.challengeMethod = method
    case .client, .flipIOS, .flipAndroid, .caller, .intent, .entry,
      .grantType:
      break
    }
    return parameters
  }

  /// The first value that the other client has too, else the first.
  private static func shared(_ values: [ExactString], _ others: [ExactString]?) -> ExactString? {
    let others = Set(others ?? [])
    return values.first { others.contains($0) } ?? values.first
  }

  /// The same of redirect URIs; of the first few also one that the other client accepts by the loopback
  /// rule.
  private static func redirectURI(
    _ granting: CompiledClient, _ other: CompiledClient?
  ) -> ExactString? {
    let values = granting.redirectURIs.map(\.value)
    let others = Set((other?.redirectURIs ?? []).map(\.value))
    return values.first { others.contains($0) }
      ?? values.prefix(16).first { other?.redirectURI(matching: $0) != nil } ?? values.first
  }

  /// The same of redirect URIs that App Flip may answer at.
  private static func flipRedirectURI(
    _ granting: CompiledClient, _ other: CompiledClient?
  ) -> ExactString? {
    shared(granting.flipRedirectURIs.map(\.value), other?.flipRedirectURIs.map(\.value))
  }

  /// `http://127.0.0.1/cb` with a port that neither client has registered itself.
  private func withFreePort(_ uri: ExactString) -> ExactString? {
    guard let split = uri.loopbackOriginEnd else { return nil }
    let registered = Set((granting.redirectURIs + (other?.redirectURIs ?? [])).map(\.value))
    let head = ExactString(decoding: uri.utf8.prefix(split)).string
    let tail = ExactString(decoding: uri.utf8.dropFirst(split)).string
    return (49_152...65_535).lazy.map { ExactString("\(head):\($0)\(tail)") }
      .first { !registered.contains($0) }
  }

  // MARK: lines

  private func line(
    _ kind: String, _ fields: [(key: String, value: ExactString?)]
  ) -> [(key: String, value: JSONValue)] {
    [("kind", .string(kind)), ("environment", .string(environment.rawValue))]
      + fields.compactMap { key, value in value.map { (key, .string($0.string)) } }
  }

  private func authorize(_ parameters: Parameters) -> JSONValue {
    .object(
      line(
        "authorize",
        [
          ("client_id", granting.clientID.value), ("redirect_uri", parameters.redirectURI),
          ("response_type", parameters.responseType), ("state", parameters.state),
          ("scope", parameters.scope),
          ("code_challenge", parameters.challengeMethod.map { _ in Self.challenge }),
          ("code_challenge_method", parameters.challengeMethod),
        ]))
  }

  private func postLogout(_ uri: ExactString) -> JSONValue {
    .object(
      line(
        "post_logout",
        [("client_id", granting.clientID.value), ("post_logout_redirect_uri", uri)]))
  }

  private func crossOrigin(_ origin: ExactString) -> JSONValue {
    .object(
      line("web_origin", [("client_id", granting.clientID.value)])
        + [("input", ["origin": .string(origin.string)])])
  }

  /// The token request, and for codes the request that asks for one.
  private func grants(_ type: ExactString, _ parameters: Parameters) -> [JSONValue] {
    if type == GrantType.jwtBearer.name, let intents = granting.streamlinedIntents {
      return (intents.isEmpty ? StreamlinedIntent.names : intents).map(streamlinedLinking)
    }
    let more: [(ExactString, ExactString?)] =
      switch GrantType(type) {
      case .authorizationCode: [("code", "witness"), ("redirect_uri", parameters.redirectURI)]
      case .refreshToken: [("refresh_token", "witness")]
      case .jwtBearer, .samlBearer: [("assertion", "witness")]
      default: []
      }
    let token = token([("grant_type", type)] + more, facts: [])
    return type == GrantType.authorizationCode.name ? [authorize(parameters), token] : [token]
  }

  /// A form with the credentials of the client.
  private func token(
    _ parameters: [(name: ExactString, value: ExactString?)],
    facts: [(key: String, value: JSONValue)]
  ) -> JSONValue {
    var form = ""
    for (name, value) in parameters + [("client_id", granting.clientID.value)] {
      guard let value else { continue }
      if !form.isEmpty { form += "&" }
      form += name.string + "="
      PercentEncoding.append(value.string, to: &form)
    }
    let (secret, header) = credentials
    return .object(
      line("token", [("form", ExactString(form + secret)), ("authorization", header)])
        + (facts.isEmpty ? [] : [("facts", .object(facts))]))
  }

  /// An account that there is, or, to create one, that there is not.
  private func streamlinedLinking(_ intent: ExactString) -> JSONValue {
    token(
      [("grant_type", GrantType.jwtBearer.name), ("assertion", "witness"), ("intent", intent)],
      facts: [("account", intent == "create" ? "unknown" : "known")])
  }

  /// What the client authenticates with: more of the form, or a header.
  private var credentials: (form: String, header: ExactString?) {
    switch granting.tokenEndpointAuth {
    case .noSecret: return ("", nil)
    case .post: return ("&client_secret=witness", nil)
    case .basic:
      let pair = PercentEncoding.encode(granting.clientID.value.string) + ":witness"
      return ("", ExactString("Basic " + Base64.encode(pair.utf8)))
    }
  }

  private func flipIOS(_ parameters: Parameters) -> JSONValue? {
    guard let link = granting.flipUniversalLink?.value else { return nil }
    var url = link.string
    var separator = "?"
    for (name, value) in [
      ("client_id", granting.clientID.value), ("redirect_uri", parameters.flipRedirectURI),
      ("state", parameters.state), ("scope", parameters.scope),
    ] {
      guard let value else { continue }
      url += separator + name + "="
      PercentEncoding.append(value.string, to: &url)
      separator = "&"
    }
    return .object(line("app_flip_ios", [("url", ExactString(url))]))
  }

  private func flipAndroid(_ parameters: Parameters, _ aspect: Aspect) -> JSONValue? {
    guard let action = granting.flipIntentAction?.value, let caller = caller(aspect) else {
      return nil
    }
    let extras: [(key: String, value: JSONValue)] =
      [
        ("CLIENT_ID", granting.clientID.value), ("REDIRECT_URI", parameters.flipRedirectURI),
        ("SCOPE", parameters.scope),
      ].compactMap { key, value in value.map { (key, .string($0.string)) } }
    return .object(
      line("app_flip_android", [("action", action)]) + [
        (
          "caller",
          [
            "package": .string(caller.package.string),
            "certs": .array([.string(caller.fingerprint.text)]),
          ]
        ), ("extras", .object(extras)),
      ])
  }

  /// The caller of the aspect, else one that both clients accept, else the first with a certificate.
  private func caller(_ aspect: Aspect) -> (package: ExactString, fingerprint: Fingerprint)? {
    if case .caller(let package, let fingerprint) = aspect { return (package, fingerprint) }
    let all = granting.flipCallers.flatMap { caller in
      caller.fingerprints.map { (package: caller.package.value, fingerprint: $0) }
    }
    return all.first { candidate in
      other?.flipCallers.contains {
        $0.package.value == candidate.package && $0.fingerprints.contains(candidate.fingerprint)
      } ?? true
    } ?? all.first
  }
}

extension ExactString {
  /// The offset at which a port would be inserted into a loopback redirect URI; nil for other URIs (RFC 8252
  /// section 7.3).
  var loopbackOriginEnd: Int? {
    for origin in ["http://127.0.0.1", "http://[::1]"] where hasPrefix(origin) {
      let next = utf8.dropFirst(origin.utf8.count).first
      if next == UInt8(ascii: "/") || next == UInt8(ascii: "?") { return origin.utf8.count }
    }
    return nil
  }
}
