import PolicyText

/// A client that requests a token for itself (RFC 6749 section 4.4), after authentication.
struct ClientCredentialsGrant {
  let form: TokenForm
  let client: CompiledClient

  func decision(_ recorder: TraceRecorder) -> Decision {
    var recorder = recorder
    let asked = Parameter(form["scope"])
    if let scope = client.firstRefusedScope(asked) {
      return recorder.refused(
        .scope, .scopeNotAllowed, TokenError(400, "invalid_scope"),
        scope.isEmpty
          ? "`scope` has an empty element: separate scopes by one space"
          : "client `\(client.key.string)` may not request the scope \(scope.quoted)",
        source: client.scopes.first?.anchor ?? client.anchor)
    }
    recorder.pass(.scope, asked.text.map { "\($0.quoted) is allowed" } ?? "not given, not needed")
    // No refresh token: the client can request another token (RFC 6749 section 4.4.3).
    return recorder.tokens(
      "grant_type", "client `\(client.key.string)` gets a token of its own",
      withRefreshToken: false, source: client.anchor)
  }
}
