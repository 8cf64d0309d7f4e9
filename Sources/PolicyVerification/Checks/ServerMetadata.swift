import PolicyDecision
import PolicyModel
import PolicyText

/// Checks a metadata document (RFC 8414 section 2, OpenID Connect Discovery 1.0 section 3).
struct ServerMetadata {
  let subject: ServerSubject
  let url: ExactString
  let document: JSONValue

  var findings: [CheckFinding] {
    issuer + endpoints + subject.clients.flatMap(client) + plainMethod + parameter
  }

  private func finding(
    _ rule: RuleID, _ severity: Severity, at place: Entry, _ message: String,
    help: String? = nil, notes: [String] = []
  ) -> [CheckFinding] {
    CheckPlace(anchor: place.anchor, environment: subject.environment).finding(
      rule, severity, url, message, help: help,
      notes: ["in \(UntrustedText.quoted(url.string))"] + notes)
  }

  // MARK: issuer and endpoints

  private var issuer: [CheckFinding] {
    let found = document["issuer"]?.stringValue
    if found.map({ ExactString($0) }) == subject.issuer.value { return [] }
    return finding(
      "issuer-mismatch", .error, at: subject.issuer,
      "`issuer` must be \(UntrustedText.quoted(subject.issuer.value.string)), found \(found.map(UntrustedText.quoted) ?? "none")",
      help: "write the same issuer in the policy and on the server: clients compare bytes")
  }

  private var endpoints: [CheckFinding] {
    let client = subject.clients.first
    let pairs: [(String, Entry?)] = [
      ("authorization_endpoint", client?.authorizationEndpoint),
      ("token_endpoint", client?.tokenEndpoint),
      ("revocation_endpoint", client?.revocationEndpoint),
      ("end_session_endpoint", client?.endSessionEndpoint),
    ]
    return pairs.flatMap { name, expected -> [CheckFinding] in
      guard let expected, let found = document[name]?.stringValue,
        ExactString(found) != expected.value
      else { return [] }
      return finding(
        "endpoint-mismatch", .error, at: expected,
        "`\(name)` is \(UntrustedText.quoted(found)) on the server, \(UntrustedText.quoted(expected.value.string)) in the policy",
        help: "change the policy or the server's configuration")
    }
  }

  // MARK: clients

  private func client(_ client: CompiledClient) -> [CheckFinding] {
    let place = Entry(client.key, client.anchor)
    let name = DisplayText.quoted(client.key.string)
    return challenge(client, name, place) + authentication(client, name, place)
      + responseTypes(client, name, place) + scopes(client, name)
  }

  private func challenge(
    _ client: CompiledClient, _ name: String, _ place: Entry
  ) -> [CheckFinding] {
    guard let offered = document["code_challenge_methods_supported"]?.texts else {
      return finding(
        "metadata-pkce", .error, at: place,
        "missing `code_challenge_methods_supported`, but client \(name) uses PKCE",
        help: "add it to the metadata: libraries send no code challenge without it")
    }
    let missing = usedMethods(client).filter { !offered.contains($0) }
    guard !missing.isEmpty else { return [] }
    return finding(
      "metadata-pkce", .error, at: place,
      "`code_challenge_methods_supported` lacks \(list(missing)), which client \(name) uses",
      help: "add it to the metadata")
  }

  /// The code challenge methods with which a client must send its requests.
  private func usedMethods(_ client: CompiledClient) -> [ExactString] {
    client.requiresPKCE ? client.codeChallengeMethods : []
  }

  private var plainMethod: [CheckFinding] {
    let offered = document["code_challenge_methods_supported"]?.texts ?? []
    guard offered.contains("plain"),
      !subject.clients.contains(where: { usedMethods($0).contains("plain") })
    else { return [] }
    return finding(
      "metadata-pkce", .warning, at: subject.issuer,
      "the server supports `plain` for PKCE, but the policy doesn't allow it",
      help: "disable `plain`: it doesn't protect against attackers who see the request")
  }

  private func authentication(
    _ client: CompiledClient, _ name: String, _ place: Entry
  ) -> [CheckFinding] {
    // The default (RFC 8414 section 2).
    let offered =
      document["token_endpoint_auth_methods_supported"]?.texts ?? ["client_secret_basic"]
    let used = ExactString(client.tokenEndpointAuth.registeredName)
    guard !offered.contains(used) else { return [] }
    return finding(
      "metadata-authentication-method", .error, at: place,
      "client \(name) uses \(list([used])), but the token endpoint supports \(list(offered))",
      help: "change `token_endpoint_auth` in the policy or the server's configuration")
  }

  private func responseTypes(
    _ client: CompiledClient, _ name: String, _ place: Entry
  ) -> [CheckFinding] {
    guard let offered = document["response_types_supported"]?.texts else { return [] }
    let missing = client.responseTypes.filter { !offered.contains($0) }
    var findings: [CheckFinding] = []
    if !missing.isEmpty {
      findings += finding(
        "metadata-missing", .warning, at: place,
        "`response_types_supported` lacks \(list(missing)) of client \(name)",
        help: "add it to the metadata")
    }
    // Account linking uses only the code flow.
    if client.provider == .googleAccountLinking, offered.contains("token"),
      !client.responseTypes.contains("token")
    {
      findings += finding(
        "metadata-missing", .note, at: place,
        "the server still supports the response type `token`, which account linking of client \(name) doesn't use",
        help: "disable the implicit flow if no other client uses it")
    }
    return findings
  }

  private func scopes(_ client: CompiledClient, _ name: String) -> [CheckFinding] {
    guard let offered = document["scopes_supported"]?.texts else { return [] }
    return client.scopes.filter { !offered.contains($0.value) }.flatMap { scope in
      finding(
        "metadata-missing", .warning, at: scope,
        "`scopes_supported` lacks \(DisplayText.quoted(scope.value.string)) of client \(name)",
        help: "add it to the metadata if the server supports it",
        notes: ["inferred: servers may omit scopes"])
    }
  }

  /// RFC 9207 section 3.
  private var parameter: [CheckFinding] {
    guard document["authorization_response_iss_parameter_supported"]?.isTrue != true else {
      return []
    }
    return finding(
      "metadata-missing", .warning, at: subject.issuer,
      "missing `authorization_response_iss_parameter_supported`, but the policy has an issuer",
      help: "send `iss` in authorization responses and add the key to the metadata")
  }

  private func list(_ texts: [ExactString]) -> String {
    texts.map { UntrustedText.quoted($0.string) }.joined(separator: ", ")
  }
}
