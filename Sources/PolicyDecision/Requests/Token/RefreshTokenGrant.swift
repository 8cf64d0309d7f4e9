import PolicyText

/// The exchange of a refresh token for a new access token (RFC 6749 section 6).
struct RefreshTokenGrant {
  let form: TokenForm
  let client: CompiledClient
  /// The fact `refresh_token`, the server's record of it. By default, it is valid and belongs to
  /// the client.
  let token: JSONValue?

  private static let step: Step = "refresh_token"

  func decision(_ recorder: TraceRecorder) -> Decision {
    var recorder = recorder
    guard form["refresh_token"] != nil else {
      return recorder.refused(
        Self.step, .parameterMissing, TokenError(400, "invalid_request"),
        "the form has no `refresh_token`", source: client.anchor)
    }
    if let refusal = client.scopeRefusal(of: form, &recorder) { return refusal }
    if let problem {
      return recorder.refused(
        Self.step, problem.reason, .invalidGrant, problem.message, source: client.anchor)
    }
    if token == nil {
      recorder.note(Self.step, "assumed to be valid and to belong to the client")
    }
    return recorder.tokens(
      Self.step, "client `\(client.key.string)` gets a new access token",
      withRefreshToken: false, source: client.anchor,
      confidence: token == nil ? .inferred : .certain)
  }

  private var problem: (reason: DecisionReason, message: String)? {
    guard let token else { return nil }
    if token == false { return (.refreshTokenUnknown, "the refresh token was never issued") }
    if let owner = token.given("client"), !client.isNamed(owner) {
      return (.refreshTokenOtherClient, "the refresh token was issued to another client")
    }
    if token["revoked"] == true { return (.refreshTokenRevoked, "the refresh token was revoked") }
    if token["expired"] == true { return (.refreshTokenExpired, "the refresh token has expired") }
    return nil
  }
}
