import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyModel

/// Requests for `simulate` that one client should allow and another should deny because of one
/// setting, best first.
///
/// All other values are chosen to be valid for both clients if possible.
struct WitnessRequests {
  private let granting: CompiledClient
  /// nil if the other side doesn't have the client.
  private let other: CompiledClient?
  private var redirectURI: ExactString?
  /// The redirect URI of App Flip requests.
  private var flipRedirectURI: ExactString?
  private var responseType: ExactString?
  private var state: ExactString? = Self.state
  private var scope: ExactString?
  private var challengeMethod: ExactString?

  init(granting: CompiledClient, other: CompiledClient?) {
    self.granting = granting
    self.other = other
    /// The first value that the other client also has, or else the first value.
    func shared(_ values: (CompiledClient) -> [ExactString]) -> ExactString? {
      let others = Set(other.map(values) ?? [])
      return values(granting).first { others.contains($0) } ?? values(granting).first
    }
    let uris = granting.redirectURIs.map(\.value)
    let others = Set((other?.redirectURIs ?? []).map(\.value))
    // Prefer a URI that the other client accepts by the loopback rule.
    redirectURI =
      uris.first { others.contains($0) }
      ?? uris.prefix(16).first { other?.redirectURI(matching: $0) != nil } ?? uris.first
    flipRedirectURI = shared { $0.flipRedirectURIs.map(\.value) }
    responseType = shared(\.responseTypes)
    if granting.requiresPKCE || other?.requiresPKCE == true {
      challengeMethod = shared(\.codeChallengeMethods)
    }
  }

  /// RFC 7636 appendix B.
  static let challenge: ExactString = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  static let state: ExactString = "s1"

  // MARK: settings

  /// Requests that depend on the client only: to the authorization endpoint, then App Flip.
  var client: [JSONValue] { [authorize] + flipIOS + flipAndroid }

  /// App Flip isn't tried: it has no response type or code challenge, and always a redirect URI.
  var omittedRedirectURI: [JSONValue] { [with(\.redirectURI, nil).authorize] }
  var missingChallenge: [JSONValue] { [with(\.challengeMethod, nil).authorize] }
  func responseType(_ type: ExactString) -> [JSONValue] { [with(\.responseType, type).authorize] }
  func challengeMethod(_ method: ExactString) -> [JSONValue] {
    [with(\.challengeMethod, method).authorize]
  }

  /// App Flip on Android has no `state`.
  var missingState: [JSONValue] {
    let requests = with(\.state, nil)
    return [requests.authorize] + requests.flipIOS
  }

  func scope(_ scope: ExactString) -> [JSONValue] { with(\.scope, scope).client }

  func redirectURI(_ uri: ExactString) -> [JSONValue] {
    // The other client accepts the URI by another entry, so it isn't an example.
    other?.redirectURI(matching: uri) == nil
      ? with(\.redirectURI, uri).with(\.flipRedirectURI, uri).client : []
  }

  /// The URI with a port that neither client has registered, for a loopback redirect URI.
  func loopbackPort(_ uri: ExactString) -> [JSONValue] {
    guard let split = uri.loopbackOriginEnd else { return [] }
    let registered = Set((granting.redirectURIs + (other?.redirectURIs ?? [])).map(\.value))
    let head = ExactString(decoding: uri.utf8.prefix(split)).string
    let tail = ExactString(decoding: uri.utf8.dropFirst(split)).string
    let free = (49_152...65_535).lazy.map { ExactString("\(head):\($0)\(tail)") }
      .first { !registered.contains($0) }
    return free.map(redirectURI) ?? []
  }

  /// A request with a value of a client list other than `redirect_uris`.
  func entry(_ value: ExactString, of list: ClientKey) -> [JSONValue] {
    switch list {
    case .postLogoutRedirectURIs:
      [line(.postLogout, [("client_id", id), ("post_logout_redirect_uri", value)])]
    case .corsOrigins:
      [line(.webOrigin, [("client_id", id)], [("input", ["origin": .string(value.string)])])]
    default: []
    }
  }

  /// A token request of each grant type.
  var tokens: [JSONValue] { granting.grantTypes.flatMap(grants) }

  /// A token request, and for codes the authorization request before it.
  func grants(_ type: ExactString) -> [JSONValue] {
    if type == GrantType.jwtBearer.name, let intents = granting.streamlinedIntents {
      return (intents.isEmpty ? StreamlinedIntent.names : intents).map(streamlinedLinking)
    }
    let more: [(String, ExactString?)] =
      switch GrantType(type) {
      case .authorizationCode: [("code", "witness"), ("redirect_uri", redirectURI)]
      case .refreshToken: [("refresh_token", "witness")]
      case .jwtBearer, .samlBearer: [("assertion", "witness")]
      default: []
      }
    let token = token([("grant_type", type)] + more)
    return type == GrantType.authorizationCode.name ? [authorize, token] : [token]
  }

  /// A request about a known account or, to create one, about an unknown account.
  func streamlinedLinking(_ intent: ExactString) -> JSONValue {
    token(
      [("grant_type", GrantType.jwtBearer.name), ("assertion", "witness"), ("intent", intent)],
      [("facts", ["account": intent == "create" ? "unknown" : "known"])])
  }

  var flipIOS: [JSONValue] {
    guard let link = granting.flipUniversalLink?.value else { return [] }
    let query = Self.form([
      ("client_id", id), ("redirect_uri", flipRedirectURI), ("state", state), ("scope", scope),
    ])
    return [line(.appFlipIOS, [("url", ExactString("\(link)?\(query)"))])]
  }

  /// An App Flip request of a caller that both clients accept, or else the first with a
  /// certificate.
  var flipAndroid: [JSONValue] {
    let all = granting.flipCallers.flatMap { caller in
      caller.fingerprints.map { (package: caller.package.value, fingerprint: $0) }
    }
    let known = all.first { candidate in
      other?.flipCallers.contains {
        $0.package.value == candidate.package && $0.fingerprints.contains(candidate.fingerprint)
      } ?? true
    }
    return (known ?? all.first).map { caller($0.package, $0.fingerprint) } ?? []
  }

  func caller(_ package: ExactString, _ fingerprint: Fingerprint) -> [JSONValue] {
    guard let action = granting.flipIntentAction?.value else { return [] }
    let extras = Self.members([
      ("CLIENT_ID", id), ("REDIRECT_URI", flipRedirectURI), ("SCOPE", scope),
    ])
    return [
      line(
        .appFlipAndroid, [("action", action)],
        [
          ("caller", ["package": .string(package.string), "certs": [.string(fingerprint.text)]]),
          ("extras", .object(extras)),
        ])
    ]
  }

  // MARK: lines

  private var id: ExactString { granting.clientID.value }

  private func with<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var copy = self
    copy[keyPath: path] = value
    return copy
  }

  private var authorize: JSONValue {
    line(
      .authorize,
      [
        ("client_id", id), ("redirect_uri", redirectURI), ("response_type", responseType),
        ("state", state), ("scope", scope),
        ("code_challenge", challengeMethod.map { _ in Self.challenge }),
        ("code_challenge_method", challengeMethod),
      ])
  }

  private func line(
    _ kind: RequestKind, _ fields: [(String, ExactString?)],
    _ more: [(key: String, value: JSONValue)] = []
  ) -> JSONValue {
    .request(kind, granting.environment, Self.members(fields) + more)
  }

  private static func members(
    _ fields: [(String, ExactString?)]
  ) -> [(key: String, value: JSONValue)] {
    fields.compactMap { key, value in value.map { (key, .string($0.string)) } }
  }

  /// Encodes parameters as a form or query.
  private static func form(_ parameters: [(String, ExactString?)]) -> String {
    FlowQuery.encode(parameters.compactMap { name, value in value.map { (name, $0.string) } })
  }

  /// A token request with the client's credentials.
  private func token(
    _ parameters: [(String, ExactString?)], _ facts: [(key: String, value: JSONValue)] = []
  ) -> JSONValue {
    var form = parameters + [("client_id", id)]
    var header: ExactString?
    switch granting.tokenEndpointAuth {
    case .noSecret: break
    case .post: form.append(("client_secret", "witness"))
    case .basic:
      let pair = PercentEncoding.encode(id.string) + ":witness"
      header = ExactString("Basic " + Base64.encode(pair.utf8))
    }
    return line(
      .token, [("form", ExactString(Self.form(form))), ("authorization", header)], facts)
  }
}

extension JSONValue {
  /// A request for `simulate`.
  static func request(
    _ kind: RequestKind, _ environment: Environment, _ fields: [(key: String, value: JSONValue)]
  ) -> JSONValue {
    .object(
      [("kind", .string(kind.rawValue)), ("environment", .string(environment.rawValue))] + fields)
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
