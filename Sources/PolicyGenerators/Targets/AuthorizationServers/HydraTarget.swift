import PolicyDecision
import PolicyModel
import PolicyText

/// `clients.json` for Ory Hydra: the list that `hydra import oauth2-client` reads
/// (cmd/cmd_import_client.go).
///
/// Hydra compares redirect URIs with fosite (`authorize_helper.go`): the bytes must be equal. For
/// `http` with a loopback IP address, host, decoded path and query must be equal, with any port and
/// user information. Its scope strategy expands `*`. Registration rejects a redirect URI that Go's
/// `url.ParseRequestURI` rejects, and a post-logout redirect URI whose scheme, host and port no
/// redirect URI has (client/validator.go).
///
/// It issues a refresh token only if the granted scopes contain `offline` or `offline_access`
/// (fositex/config.go, `GetRefreshTokenScopes`; fosite, `canIssueRefreshToken`), and a request may
/// only have scopes of the client. A client without scopes gets those of the configuration
/// (client/validator.go, `DefaultClientScope`).
package struct HydraTarget: ServerTarget {
  package static let name = "hydra"
  static let capabilities = ServerCapabilities(
    product: "Ory Hydra",
    versions:
      "Checked against the source of Ory Hydra 26.2. The command needs Hydra 2.0 or later, the device grant 25.4 or later.",
    steps: [
      (
        "Import the clients that Hydra doesn't have yet (it doesn't update others) with",
        "hydra import oauth2-client clients.json --endpoint http://127.0.0.1:4445"
      ),
      (
        "Hydra generates the secret of a confidential client, unless you set it with",
        "hydra update oauth2-client CLIENT_ID --secret \"$SECRET\""
      ),
    ],
    always: [
      "For http URIs with a loopback IP address, Hydra compares host, decoded path and query, but not port and user information."
    ],
    state: .always(minimum: 8),
    pkce: .elsewhere(
      "Hydra requires PKCE for all clients or for none: set oauth2.pkce.enforced, or enforced_for_public_clients."
    ),
    loopback: .anyPort(hosts: ["127.0.0.1", "[::1]"]), omission: .onlyOne,
    refreshTokens: .scope(refreshScopes), others: others)

  /// If a client with refresh tokens has neither, the first one is added.
  private static let refreshScopes: [ExactString] = ["offline_access", "offline"]

  private static func scopes(_ client: ServerClient) -> [ExactString] {
    let scopes = client.compiled.scopes.map(\.value)
    guard client.hasGrant(.refreshToken), !refreshScopes.contains(where: client.lists) else {
      return scopes
    }
    return scopes + refreshScopes.prefix(1)
  }

  private static func others(_ client: ServerClient) -> [[PageText]] {
    let scopes = scopes(client)
    var items: [[PageText]] = []
    if scopes.isEmpty {
      items.append([
        "A client without scopes gets those of ",
        .code("oidc.dynamic_client_registration.default_scope"),
        " (default: offline_access, offline, openid).",
      ])
    } else if scopes.count > client.compiled.scopes.count {
      items.append([
        .code(refreshScopes[0]),
        " is added to the client's scopes: the app must request it, and the consent app must grant it.",
      ])
    }
    if !client.compiled.corsOrigins.isEmpty {
      items.append(["Hydra uses origins only if serve.public.cors.enabled is true."])
    }
    return items
  }

  static func documents(
    _ clients: [ServerClient], header: GeneratedHeader
  ) throws(GeneratorError) -> [ServerDocument] {
    let values = try clients.map { (client) throws(GeneratorError) in try json(client) }
    return [ServerDocument("clients.json", json: .array(values))]
  }

  private static func json(_ client: ServerClient) throws(GeneratorError) -> JSONValue {
    let compiled = client.compiled
    try client.refuse(
      compiled.redirectURIs + compiled.postLogoutRedirectURIs,
      "has neither `//` nor a path after its scheme, so Hydra rejects it"
    ) { uri in
      let parts = URIParts(uri)
      return parts.authority == nil && Array(uri.utf8)[parts.path].first != UInt8(ascii: "/")
    }
    let origins = Set(compiled.redirectURIs.map { ServerOrigin($0.value) })
    try client.refuse(
      compiled.postLogoutRedirectURIs,
      "must have scheme, host and port of a redirect URI, or Hydra rejects it"
    ) { !origins.contains(ServerOrigin($0)) }
    try client.refuse(compiled.scopes, "is a wildcard in Hydra") {
      $0.utf8.contains(UInt8(ascii: "*"))
    }
    var members: [(key: String, value: JSONValue)] = [
      ("client_id", .string(compiled.clientID.value.string)),
      ("client_name", .string(client.name.string)),
      ("redirect_uris", client.redirectURIs),
      ("grant_types", client.grantTypes),
      ("response_types", client.responseTypes),
      ("scope", .string(scopes(client).map(\.string).joined(separator: " "))),
      ("token_endpoint_auth_method", client.authenticationMethod),
      ("allowed_cors_origins", client.corsOrigins),
    ]
    if !compiled.postLogoutRedirectURIs.isEmpty {
      members.append(("post_logout_redirect_uris", client.postLogoutRedirectURIs))
    }
    return .object(members)
  }
}

/// The scheme, host and port as written.
private struct ServerOrigin: Hashable {
  private let parts: [ExactString?]

  init(_ uri: ExactString) {
    let parts = URIParts(uri)
    let bytes = Array(uri.utf8)
    self.parts = [parts.scheme, parts.host, parts.port].map { range in
      range.map { ExactString(decoding: bytes[$0]) }
    }
  }
}
