import PolicyText
import PolicyModel

/// A parsed request to the token endpoint.
struct TokenEndpoint {
  let policy: CompiledPolicy
  let request: TokenRequest
  let form: TokenForm
  let facts: Facts

  func decision(_ recorder: TraceRecorder) -> Decision {
    var recorder = recorder
    guard let grant = form["grant_type"] else {
      return recorder.refused(
        "grant_type", .grantTypeMissing, TokenError(400, "invalid_request"),
        "the form has no `grant_type`")
    }
    let known = GrantType(grant)
    guard isOffered(grant, known) else {
      return recorder.refused(
        "grant_type", .grantTypeUnsupported, TokenError(400, "unsupported_grant_type"),
        "\(grant.quoted) is not a grant type of this endpoint")
    }
    recorder.pass("grant_type", grant.string)
    let context = request.context
    let authentication: ClientAuthentication
    do throws(ClientAuthentication.Refusal) {
      authentication = try ClientAuthentication(request, form)
    } catch {
      return recorder.refused(error.step, error.reason, error.error, error.message)
    }
    guard let id = authentication.clientID else {
      return recorder.refused(
        .clientID, .clientIDMissing, authentication.invalidClient, "the form has no `client_id`")
    }
    guard let client = policy.client(id, in: context.environment, policy: context.policy) else {
      let other = policy.client(id, in: context.environment.other, policy: context.policy)
      return recorder.refused(
        .clientID, other == nil ? .clientUnknown : .clientOtherEnvironment,
        authentication.invalidClient,
        other == nil
          ? "no client has the ID \(id.quoted)"
          : "\(id.quoted) is a client of \(context.environment.other.rawValue)",
        source: other?.clientID.anchor)
    }
    recorder.pass(
      .clientID, "\(id.quoted) is client `\(client.key.string)`", at: client.clientID.anchor)
    if let refusal = authentication.refusal(of: client) {
      return recorder.refused(
        refusal.step, refusal.reason, refusal.error, refusal.message, source: client.anchor)
    }
    let hasSecret = client.tokenEndpointAuth != .noSecret
    recorder.pass(hasSecret ? "client_secret" : .clientID, authentication.remark(client))
    guard !hasSecret || facts.flag("secret_matches", or: true) else {
      let isGoogle = client.provider == .googleAccountLinking
      return recorder.refused(
        "client_secret", .clientSecretWrong,
        isGoogle ? .invalidGrant : authentication.invalidClient,
        "the client secret is wrong"
          + (isGoogle ? " (Google expects `invalid_grant` instead of `invalid_client`)" : ""),
        source: client.anchor)
    }
    if hasSecret {
      recorder.note(
        "client_secret",
        facts.value("secret_matches") == nil
          ? "the secret is assumed to be right: the fact `secret_matches` is not given"
          : "the secret is right, as the fact `secret_matches` says")
    }
    if let problem = problem(of: client, with: grant, known) {
      return recorder.refused(
        "grant_type", .grantTypeNotAllowed, TokenError(400, "unauthorized_client"), problem,
        source: client.anchor)
    }
    switch known {
    case .authorizationCode:
      return AuthorizationCodeGrant(form: form, client: client, code: facts.value("code")).decision(
        recorder)
    case .refreshToken:
      return RefreshTokenGrant(form: form, client: client, token: facts.value("refresh_token"))
        .decision(recorder)
    case .clientCredentials:
      return ClientCredentialsGrant(form: form, client: client).decision(recorder)
    case .jwtBearer where client.streamlinedIntents != nil || !client.grantTypes.contains(grant):
      return StreamlinedGrant(form: form, client: client, account: facts.text("account")).decision(
        recorder)
    default:
      if let missing = known?.requiredParameters.first(where: { form[$0] == nil }) {
        return recorder.refused(
          Step(stringLiteral: missing), .parameterMissing, TokenError(400, "invalid_request"),
          "the form has no `\(missing)`", source: client.anchor)
      }
      recorder.note("grant_type", "further requirements of this grant are not checked")
      return recorder.tokens(
        "grant_type",
        "client `\(client.key.string)` may use the grant type \(grant.quoted)",
        withRefreshToken: client.refreshes, source: client.anchor, confidence: .inferred)
    }
  }

  /// Whether the endpoint supports a grant type: authorization codes, refresh tokens, Google's
  /// assertions, and those that a client lists.
  private func isOffered(_ grant: ExactString, _ known: GrantType?) -> Bool {
    switch known {
    case .authorizationCode, .refreshToken, .jwtBearer: true
    // Not for the token endpoint (RFC 6749 section 4.2).
    case .implicit: false
    default: policy.hasClient(withGrant: grant, in: request.context)
    }
  }

  /// Why an authenticated client may not use a grant type (RFC 6749 section 5.2); nil if it may.
  private func problem(
    of client: CompiledClient, with grant: ExactString, _ known: GrantType?
  ) -> String? {
    let name = "client `\(client.key.string)`"
    guard client.grantTypes.contains(grant) else {
      // Without streamlined linking, the grant itself reports that it isn't supported.
      if known == .jwtBearer, client.streamlinedIntents == nil { return nil }
      return "the `grant_types` of \(name) lack \(grant.quoted)"
    }
    guard known == .clientCredentials, client.tokenEndpointAuth == .noSecret else { return nil }
    return "\(name) is public, so it has no credentials for `client_credentials`"
  }
}

extension CompiledClient {
  /// True if token responses contain a refresh token.
  var refreshes: Bool { grantTypes.contains(GrantType.refreshToken.name) }

  /// Checks that the requested scopes are registered (RFC 6749 sections 4.4.2 and 6); nil if they are.
  func scopeRefusal(of form: TokenForm, _ recorder: inout TraceRecorder) -> Decision? {
    let asked = Parameter(form["scope"])
    if let scope = firstRefusedScope(asked) {
      return recorder.refused(
        .scope, .scopeNotAllowed, TokenError(400, "invalid_scope"),
        scope.isEmpty
          ? "`scope` has an empty element: separate scopes by one space"
          : "client `\(key.string)` may not request the scope \(scope.quoted)",
        source: scopes.first?.anchor ?? anchor)
    }
    recorder.pass(.scope, asked.text.map { "\($0.quoted) is allowed" } ?? "not given, not needed")
    return nil
  }

  /// Returns true if a fact contains this client's ID or key.
  func isNamed(_ fact: JSONValue) -> Bool {
    fact.exactText.map { $0 == clientID.value || $0 == key } ?? false
  }
}

extension GrantType {
  /// The parameters that this grant requires, for grants other than those checked elsewhere.
  ///
  /// Sources: RFC 7521 section 4.1, RFC 8628 section 3.4, RFC 8693 section 2.1.
  fileprivate var requiredParameters: [String] {
    switch self {
    case .jwtBearer, .samlBearer: ["assertion"]
    case .deviceCode: ["device_code"]
    case .tokenExchange: ["subject_token", "subject_token_type"]
    default: []
    }
  }
}

/// A client that requests a token for itself (RFC 6749 section 4.4), after authentication.
struct ClientCredentialsGrant {
  let form: TokenForm
  let client: CompiledClient

  func decision(_ recorder: TraceRecorder) -> Decision {
    var recorder = recorder
    if let refusal = client.scopeRefusal(of: form, &recorder) { return refusal }
    // No refresh token: the client can request another token (RFC 6749 section 4.4.3).
    return recorder.tokens(
      "grant_type", "client `\(client.key.string)` gets a token of its own",
      withRefreshToken: false, source: client.anchor)
  }
}
