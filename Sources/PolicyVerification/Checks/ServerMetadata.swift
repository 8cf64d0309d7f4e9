import PolicyText

/// One document of an authorization server (RFC 8414 section 2, OpenID Connect Discovery 1.0 section 3).
struct ServerMetadata {
  let subject: ServerSubject
  let url: ExactString
  let document: JSONValue

  var findings: [CheckFinding] {
    issuer + endpoints + subject.clients.flatMap(client) + plainMethod + parameter
  }

  private func finding(
    _ rule: RuleID, _ severity: Severity, at place: PlacedText?, _ message: String,
    help: String? = nil, notes: [String] = []
  ) -> CheckFinding {
    CheckFinding(
      rule, severity, in: subject.environment, at: (place ?? subject.issuer).anchor, url: url,
      message,
      help: help, notes: ["\(ForeignText.quoted(url.string)) says so"] + notes)
  }

  // MARK: names and addresses

  private var issuer: [CheckFinding] {
    let found = document["issuer"]?.stringValue
    if found.map({ ExactString($0) }) == subject.issuer.value { return [] }
    return [
      finding(
        "issuer-mismatch", .error, at: subject.issuer,
        "the server calls itself \(found.map(ForeignText.quoted) ?? "nothing"), the policy \(ForeignText.quoted(subject.issuer.value.string))",
        help: "write the issuer byte for byte as the server does: clients compare it so")
    ]
  }

  private var endpoints: [CheckFinding] {
    let pairs: [(String, PlacedText?)] = [
      ("authorization_endpoint", subject.authorizationEndpoint),
      ("token_endpoint", subject.tokenEndpoint),
      ("revocation_endpoint", subject.revocationEndpoint),
      ("end_session_endpoint", subject.endSessionEndpoint),
    ]
    return pairs.flatMap { name, expected -> [CheckFinding] in
      guard let expected, let found = document[name]?.stringValue,
        ExactString(found) != expected.value
      else { return [] }
      return [
        finding(
          "endpoint-mismatch", .error, at: expected,
          "the server says that its `\(name)` is \(ForeignText.quoted(found)), the policy \(ForeignText.quoted(expected.value.string))",
          help: "change the policy or the configuration of the server")
      ]
    }
  }

  // MARK: what clients need

  private func client(_ client: ServerClient) -> [CheckFinding] {
    let place = PlacedText(client.key, client.anchor)
    let name = UTF8Text.quoted(client.key.string)
    return challenge(client, name, place) + authentication(client, name, place)
      + responseTypes(client, name, place) + scopes(client, name)
  }

  private func challenge(
    _ client: ServerClient, _ name: String, _ place: PlacedText
  ) -> [CheckFinding] {
    guard let offered = document["code_challenge_methods_supported"]?.texts else {
      return [
        finding(
          "metadata-pkce", .error, at: place,
          "the server announces no PKCE, which client \(name) uses",
          help:
            "announce `code_challenge_methods_supported`: libraries send no challenge without it")
      ]
    }
    let missing = client.challengeMethods.filter { !offered.contains($0) }
    guard !missing.isEmpty else { return [] }
    return [
      finding(
        "metadata-pkce", .error, at: place,
        "the server does not announce \(list(missing)) for PKCE, which client \(name) uses",
        help: "announce it in `code_challenge_methods_supported`")
    ]
  }

  private var plainMethod: [CheckFinding] {
    let offered = document["code_challenge_methods_supported"]?.texts ?? []
    guard offered.contains("plain"),
      !subject.clients.contains(where: { $0.challengeMethods.contains("plain") })
    else { return [] }
    return [
      finding(
        "metadata-pkce", .warning, at: subject.issuer,
        "the server offers `plain` for PKCE, which the policy does not allow",
        help: "take it out of the server: it protects against nobody who sees the request")
    ]
  }

  private func authentication(
    _ client: ServerClient, _ name: String, _ place: PlacedText
  ) -> [CheckFinding] {
    // Left out, it is this one method (RFC 8414 section 2).
    let offered =
      document["token_endpoint_auth_methods_supported"]?.texts ?? ["client_secret_basic"]
    guard !offered.contains(client.authenticationMethod) else { return [] }
    return [
      finding(
        "metadata-authentication-method", .error, at: place,
        "the token endpoint does not take \(list([client.authenticationMethod])), which client \(name) uses, but \(list(offered))",
        help: "change `token_endpoint_auth` of the client or the configuration of the server")
    ]
  }

  private func responseTypes(
    _ client: ServerClient, _ name: String, _ place: PlacedText
  ) -> [CheckFinding] {
    guard let offered = document["response_types_supported"]?.texts else { return [] }
    let missing = client.responseTypes.filter { !offered.contains($0) }
    var findings: [CheckFinding] = []
    if !missing.isEmpty {
      findings.append(
        finding(
          "metadata-missing", .warning, at: place,
          "the server does not announce the response type \(list(missing)) of client \(name)"))
    }
    if client.isLinking, offered.contains("token"), !client.responseTypes.contains("token") {
      findings.append(
        finding(
          "metadata-missing", .note, at: place,
          "the server still offers the response type `token`, which account linking of client \(name) does not use"
        ))
    }
    return findings
  }

  private func scopes(_ client: ServerClient, _ name: String) -> [CheckFinding] {
    guard let offered = document["scopes_supported"]?.texts else { return [] }
    return client.scopes.filter { !offered.contains($0.value) }.map { scope in
      finding(
        "metadata-missing", .warning, at: scope,
        "the server does not announce the scope \(UTF8Text.quoted(scope.value.string)) of client \(name)",
        notes: ["inferred: servers need not announce all scopes"])
    }
  }

  /// RFC 9207 section 3.
  private var parameter: [CheckFinding] {
    guard document["authorization_response_iss_parameter_supported"]?.isTrue != true else {
      return []
    }
    return [
      finding(
        "metadata-missing", .warning, at: subject.issuer,
        "the server does not announce that it sends `iss`, although the policy names an issuer",
        help: "announce `authorization_response_iss_parameter_supported`")
    ]
  }

  private func list(_ texts: [ExactString]) -> String {
    texts.map { ForeignText.quoted($0.string) }.joined(separator: ", ")
  }
}
