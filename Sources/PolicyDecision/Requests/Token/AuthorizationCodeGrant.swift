import PolicyModel
import PolicyText

/// The exchange of an authorization code for tokens (RFC 6749 section 4.1.3).
struct AuthorizationCodeGrant {
  let form: TokenForm
  let client: CompiledClient
  /// The fact `code`, the server's record of the code. By default, the code was issued to this
  /// client; if null, it was never issued.
  let code: JSONValue?

  func decision(_ recorder: TraceRecorder) -> Decision {
    var recorder = recorder
    func refused(
      _ step: Step, _ reason: DecisionReason, _ message: String, source: SourceAnchor? = nil,
      next: String? = nil
    ) -> Decision {
      recorder.refused(
        step, reason, .invalidGrant, message, source: source ?? client.anchor, next: next)
    }
    guard form["code"] != nil else {
      return recorder.refused(
        "code", .parameterMissing, TokenError(400, "invalid_request"), "the form has no `code`",
        source: client.anchor)
    }
    if code == .null || code == false || code == "unknown" {
      return refused("code", .codeUnknown, "the code was never issued")
    }
    if let owner = code?.given("client"), !client.isNamed(owner) {
      return refused("code", .codeOtherClient, "the code was issued to another client")
    }
    if code?["used"]?.isTruthy ?? false {
      return refused(
        "code", .codeUsed, "the code was used before", next: "revoke_tokens_of_the_code")
    }
    if code?["expired"]?.isTruthy ?? false {
      return refused("code", .codeExpired, "the code has expired")
    }
    recordCode(&recorder)
    if let problem = redirectURIProblem {
      return refused(
        .redirectURI, problem.reason, problem.message, source: problem.source)
    }
    recordRedirectURI(&recorder)
    if let problem = verifierProblem {
      return refused("code_verifier", problem.reason, problem.message)
    }
    if assumesChallenge {
      recorder.note(
        "code_verifier",
        "assumed, not stated as a fact: the `code_verifier` matches the `code_challenge`")
    }
    return recorder.tokens(
      "code_verifier", "client `\(client.key.string)` gets its tokens",
      withRefreshToken: client.refreshes,
      source: client.anchor, confidence: code == nil ? .inferred : .certain)
  }

  // MARK: trace

  private func recordCode(_ recorder: inout TraceRecorder) {
    let known = [
      (code?.given("client") != nil, "was issued to this client"),
      (code?.given("expired") != nil, "has not expired"),
      (code?.given("used") != nil, "is unused"),
    ]
    let given = known.filter(\.0).map(\.1)
    let assumed = known.filter { !$0.0 }.map(\.1)
    if !given.isEmpty { recorder.pass("code", "the code " + given.joined(separator: ", ")) }
    if !assumed.isEmpty {
      recorder.note(
        "code", "assumed, not stated as a fact: the code " + assumed.joined(separator: ", "))
    }
  }

  private func recordRedirectURI(_ recorder: inout TraceRecorder) {
    let given = form["redirect_uri"]
    if code?.given("redirect_uri") != nil {
      recorder.pass(.redirectURI, "the one of the authorization request, byte for byte")
    } else if given == nil {
      recorder.pass(.redirectURI, "not given, and the authorization request may have had none")
    } else {
      recorder.pass(
        .redirectURI, "registered, and assumed to be the one of the authorization request")
    }
  }

  /// The redirect URI must be registered and, if known, equal to that of the authorization request.
  private var redirectURIProblem: (reason: DecisionReason, message: String, source: SourceAnchor?)?
  {
    let given = form["redirect_uri"]
    if let first = code?.given("redirect_uri")?.exactText {
      guard given == first else {
        let entry = client.redirectURIs.first { $0.value == first }
        return (
          .redirectURIOtherRequest,
          given == nil
            ? "the form has no `redirect_uri`, and the authorization request had one"
            : "\((given ?? "").quoted) is not the redirect URI of the authorization request",
          entry?.anchor
        )
      }
      // The entry may have been removed since the code was issued, or belong to the other
      // environment.
      return notRegistered(first)
    }
    guard let given else {
      // The authorization request had none if the fact is null. Without a fact, only a client that
      // may omit it can have a code without it.
      if code?["redirect_uri"] == .null || client.omittedRedirectURI != nil { return nil }
      return (
        .redirectURIMissing,
        "the form has no `redirect_uri`, but client `\(client.key.string)` must send one in the "
          + "authorization request", nil
      )
    }
    return notRegistered(given)
  }

  private func notRegistered(
    _ given: ExactString
  ) -> (reason: DecisionReason, message: String, source: SourceAnchor?)? {
    guard client.redirectURI(matching: given) == nil else { return nil }
    return (
      .redirectURINotRegistered,
      "\(given.quoted) is not registered for client `\(client.key.string)`", nil
    )
  }

  /// RFC 7636 section 4.6; a verifier without a challenge is a downgrade (RFC 9700 section 2.1.1).
  private var verifierProblem: (reason: DecisionReason, message: String)? {
    let challenge = code?.given("challenge")
    guard let verifier = form["code_verifier"] else {
      if challenge != nil {
        return (
          .codeVerifierMissing,
          "the authorization request had a `code_challenge`, but `code_verifier` is missing"
        )
      }
      guard client.requiresPKCE else { return nil }
      return (
        .codeVerifierMissing,
        "client `\(client.key.string)` requires PKCE, but `code_verifier` is missing"
      )
    }
    let mismatch = (
      DecisionReason.codeVerifierMismatch,
      "the `code_verifier` does not match the `code_challenge`"
    )
    let isWellFormed =
      (43...128).contains(verifier.utf8.count)
      && verifier.utf8.allSatisfy(PercentEncoding.isUnreserved)
    if assumesChallenge { return isWellFormed ? nil : mismatch }
    guard let challenge else {
      return (
        .codeVerifierUnexpected,
        "the form has a `code_verifier`, but the authorization request had no `code_challenge`"
      )
    }
    let isPlain = code?.given("challenge_method") == "plain"
    let expected = isPlain ? verifier : SHA256Digest(of: verifier).base64URL
    return isWellFormed && expected == challenge.exactText ? nil : mismatch
  }

  /// True if the facts don't contain the code and the client requires PKCE: the authorization
  /// request must have had a challenge.
  private var assumesChallenge: Bool { code == nil && client.requiresPKCE }
}
