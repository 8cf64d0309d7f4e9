import PolicyDecision
import PolicyModel
import PolicyText

/// `tenant.yaml` for the deploy CLI of Auth0.
///
/// Auth0 compares callback URLs as strings, with their ports (support.auth0.com, "Redirect URI Mismatch
/// Error"). It expands `*` in a host and `{organization_name}` (application settings), and the deploy CLI
/// replaces `##NAME##` and `@@NAME@@` (docs/keyword-replacement.md), so such a value is an error. The CLI
/// finds a client by its ID, or else by its name (src/tools/auth0/handlers/clients.ts).
///
/// `allowed_origins` is for calls from scripts and `web_origins` for silent sign-in in a frame
/// (auth0.com/docs, "Set Up CORS", "Configure Silent Authentication"), which single-page applications
/// use, so these get both. A refresh token needs the scope `offline_access` and an API that allows offline
/// access (auth0.com/docs, "Get Refresh Tokens").
package struct Auth0Target: ServerTarget {
  package static let name = "auth0"
  static let capabilities = ServerCapabilities(
    product: "Auth0",
    versions: "Checked against the deploy CLI 8.43, which uses version 2 of the Management API.",
    steps: [
      (
        "Look at the changes, then run it without the last option:",
        "a0deploy import --input_file tenant.yaml --dry-run"
      ),
      (
        "Don't set AUTH0_ALLOW_DELETE: it deletes clients that aren't in the file.", nil
      ),
      ("Auth0 chooses the ID of a new client: copy it into the policy.", nil),
      (
        "For refresh tokens, turn on Allow Offline Access of the API (allow_offline_access of its resourceServers entry).",
        nil
      ),
    ],
    always: [
      "Auth0 ignores the query of a logout URL.",
      "Scripts on the origins of callback URLs can send requests, too.",
    ],
    state: .unchecked,
    pkce: .elsewhere("A client can't require PKCE."),
    loopback: .exact,
    scopes: .elsewhere("Scopes belong to APIs, not to clients"),
    refreshTokens: .scope(["offline_access"]), responseTypes: .parts,
    grantTypes: [
      .authorizationCode, .refreshToken, .clientCredentials, .password, .implicit, .deviceCode,
      .tokenExchange,
    ])

  static func documents(
    _ clients: [ServerClient], header: GeneratedHeader
  ) throws(GeneratorError) -> [ServerDocument] {
    let values = try clients.map { (client) throws(GeneratorError) in try json(client) }
    return [
      ServerDocument("tenant.yaml", YAMLText.document([("clients", .array(values))], header))
    ]
  }

  private static func json(_ client: ServerClient) throws(GeneratorError) -> JSONValue {
    let compiled = client.compiled
    for entries in [
      compiled.redirectURIs, compiled.postLogoutRedirectURIs, compiled.corsOrigins,
      [compiled.clientID],
    ] {
      try client.refuse(entries, "is a wildcard or placeholder in Auth0", isPattern)
    }
    let type = client.isNative ? "native" : client.isPublic ? "spa" : "regular_web"
    var members: [(key: String, value: JSONValue)] = [
      ("name", .string(client.name.string)),
      ("client_id", .string(compiled.clientID.value.string)),
      ("app_type", .string(type)),
      ("oidc_conformant", true),
      ("token_endpoint_auth_method", client.authenticationMethod),
      (
        "grant_types",
        .texts(
          compiled.grantTypes.filter { (capabilities.grantTypes ?? []).map(\.name).contains($0) })
      ),
      ("callbacks", client.redirectURIs),
      ("allowed_logout_urls", client.postLogoutRedirectURIs),
      ("allowed_origins", client.corsOrigins),
    ]
    if type == "spa" { members.append(("web_origins", client.corsOrigins)) }
    return .object(members)
  }

  /// True for a value that Auth0 or its deploy CLI expands.
  private static func isPattern(_ text: ExactString) -> Bool {
    let bytes = Array(text.utf8)
    if bytes.contains(UInt8(ascii: "*")) || bytes.contains(UInt8(ascii: "{")) { return true }
    return [UInt8(ascii: "#"), UInt8(ascii: "@")].contains { mark in
      zip(bytes, bytes.dropFirst()).contains { $0 == mark && $1 == mark }
    }
  }
}
