import PolicyDiagnostics
import PolicyModel
import PolicyText

/// One readable request to the token endpoint.
struct TokenEndpoint {
  let policy: CompiledPolicy
  let request: TokenRequest
  let form: TokenForm
  let facts: Facts

  private static let jwtBearer: ExactString = "urn:ietf:params:oauth:grant-type:jwt-bearer"

  func decision(_ recorder: TraceRecorder) -> Decision {
    var recorder = recorder
    guard let grant = form["grant_type"] else {
      return recorder.refused(
        "grant_type", .grantTypeMissing, TokenError(400, "invalid_request"),
        "the form has no `grant_type`")
    }
    let isKnown = ["authorization_code", "refresh_token", Self.jwtBearer].contains(grant)
    guard isKnown else {
      return recorder.refused(
        "grant_type", .grantTypeUnsupported, TokenError(400, "unsupported_grant_type"),
        "\(grant.quoted) is no grant type of this endpoint")
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
        .clientID, .clientIDMissing, .invalidGrant, "the form has no `client_id`")
    }
    guard let client = policy.client(id, in: context.environment, policy: context.policy) else {
      let other = policy.client(id, in: context.environment.other, policy: context.policy)
      return recorder.refused(
        .clientID, other == nil ? .clientUnknown : .clientOtherEnvironment, .invalidGrant,
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
      return recorder.refused(
        "client_secret", .clientSecretWrong, .invalidGrant,
        "the client secret does not verify (Google asks for invalid_grant; RFC 6749 5.2 would "
          + "say invalid_client)", source: client.anchor)
    }
    if hasSecret {
      recorder.note(
        "client_secret",
        facts.value("secret_matches") == nil
          ? "that the secret is right is assumed: the fact `secret_matches` is not given"
          : "that the secret is right is the fact `secret_matches`")
    }
    switch grant {
    case "authorization_code":
      return AuthorizationCodeGrant(form: form, client: client, code: facts.value("code")).decision(
        recorder)
    case "refresh_token": return refresh(recorder, client)
    default:
      return StreamlinedGrant(form: form, client: client, account: facts.text("account")).decision(
        recorder)
    }
  }

  private func refresh(_ recorder: TraceRecorder, _ client: CompiledClient) -> Decision {
    var recorder = recorder
    guard form["refresh_token"] != nil else {
      return recorder.refused(
        "refresh_token", .parameterMissing, TokenError(400, "invalid_request"),
        "the form has no `refresh_token`", source: client.anchor)
    }
    let fact = facts.value("refresh_token")
    let isOurs = fact?.given("client").map { client.isNamed($0) } ?? true
    let isGone =
      fact.map {
        $0 == false || $0["revoked"] == true || $0["expired"] == true
      } ?? false
    guard isOurs, !isGone else {
      return recorder.refused(
        "refresh_token", .codeUnknown, .invalidGrant,
        "the refresh token is revoked, or was issued to another client", source: client.anchor)
    }
    if fact == nil {
      recorder.note(
        "refresh_token", "that it is valid and the client's is assumed: no fact says so")
    }
    return recorder.tokens(
      "refresh_token", "client `\(client.key.string)` gets a new access token",
      withRefreshToken: false, source: client.anchor,
      confidence: fact == nil ? .inferred : .certain)
  }
}

extension CompiledClient {
  /// True where a fact names this client, by its ID or its key.
  func isNamed(_ fact: JSONValue) -> Bool {
    fact.exactText.map { $0 == clientID.value || $0 == key } ?? false
  }
}
