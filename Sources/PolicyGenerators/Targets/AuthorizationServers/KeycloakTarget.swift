import PolicyDecision
import PolicyModel
import PolicyText

/// `clients.json` for Keycloak: a partial import, which is a realm with only its clients.
///
/// Keycloak expands a final `*` (services, `RedirectUtils` and its tests), so a redirect URI with
/// one is an error. It accepts any port of `http://localhost`, `127.0.0.1` and `[::1]`, also for
/// web clients, and ignores the case of scheme and host. It ignores unknown members
/// (`PartialImportRepresentation`), such as `realm`.
///
/// A new client gets the realm's default client scopes, but a file with one of the two lists of
/// scopes removes them all (`RepresentationToModel.createClient`). So the file lists those that
/// Keycloak itself adds to every token (`OIDCLoginProtocolFactory`): without `basic`, tokens lose
/// `sub` (keycloak/keycloak#31082). Without `post.logout.redirect.uris`, Keycloak also accepts the
/// redirect URIs after sign-out, and with `-` it accepts none
/// (`OIDCAdvancedConfigWrapper.getPostLogoutRedirectUris`).
package struct KeycloakTarget: ServerTarget {
  package static let name = "keycloak"
  static let capabilities = ServerCapabilities(
    product: "Keycloak",
    versions:
      "Checked against the source of Keycloak 26. The client scope basic, which adds sub to tokens, exists since Keycloak 25; older versions ignore it with a warning.",
    steps: [
      (
        "Import into an existing realm with",
        "kcadm.sh create partialImport -r REALM -s ifResourceExists=OVERWRITE -o -f clients.json"
      ),
      (
        "OVERWRITE deletes an existing client and creates it again: its secret, roles, mappers and service account are lost.",
        nil
      ),
      (
        "The client scopes must exist in the realm; Keycloak ignores unknown names with a warning.",
        nil
      ),
      (
        "Set the secret of each confidential client afterwards; otherwise Keycloak generates one.",
        nil
      ),
    ],
    always: [
      "Scheme and host of a URI are compared without case, and a default port can be left out.",
      "Every client can request the scope openid, which isn't a client scope in Keycloak.",
      "Keycloak adds the client scopes web-origins, acr, roles and basic to every token, so requests can contain them.",
    ],
    state: .unchecked, loopback: .anyPort(hosts: LoopbackAddress.hosts), omission: .onlyOne,
    refreshTokens: .session("offline_access"), knowsAuthenticationMethod: false,
    responseTypes: .parts,
    grantTypes: [
      .authorizationCode, .refreshToken, .clientCredentials, .password, .implicit, .deviceCode,
      .tokenExchange, .backchannel,
    ])

  static func documents(
    _ clients: [ServerClient], header: GeneratedHeader
  ) throws(GeneratorError) -> [ServerDocument] {
    let values = try clients.map { (client) throws(GeneratorError) in try json(client) }
    var members: [(key: String, value: JSONValue)] = []
    if let realm = realm(of: clients) {
      members.append(("realm", .string(realm.string)))
    }
    members.append(("clients", .array(values)))
    return [ServerDocument("clients.json", json: .object(members))]
  }

  private static func json(_ client: ServerClient) throws(GeneratorError) -> JSONValue {
    let compiled = client.compiled
    for entries in [compiled.redirectURIs, compiled.postLogoutRedirectURIs] {
      try client.refuse(entries, "ends with `*`, which is a wildcard in Keycloak") {
        $0.utf8.last == UInt8(ascii: "*")
      }
    }
    try client.refuse(compiled.corsOrigins, "is a wildcard in Keycloak") { $0 == "*" || $0 == "+" }
    var members: [(key: String, value: JSONValue)] = [
      ("clientId", .string(compiled.clientID.value.string)),
      ("name", .string(client.name.string)),
      ("enabled", true),
      ("protocol", "openid-connect"),
      ("publicClient", .bool(client.isPublic)),
    ]
    if !client.isPublic { members.append(("clientAuthenticatorType", "client-secret")) }
    members += [
      ("standardFlowEnabled", .bool(client.usesCodes)),
      ("implicitFlowEnabled", .bool(client.usesTokens)),
      ("directAccessGrantsEnabled", .bool(client.hasGrant(.password))),
      ("serviceAccountsEnabled", .bool(client.hasGrant(.clientCredentials) && !client.isPublic)),
      ("redirectUris", client.redirectURIs),
      ("webOrigins", client.corsOrigins),
      ("attributes", .object(attributes(client))),
    ]
    return .object(members + scopes(client))
  }

  /// All values of attributes are strings.
  private static func attributes(_ client: ServerClient) -> [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = []
    if client.compiled.requiresPKCE {
      // Keycloak requires a challenge if a method is set.
      members.append(("pkce.code.challenge.method", "S256"))
    }
    let logout = client.compiled.postLogoutRedirectURIs.map(\.value.string)
    members.append(
      (
        "post.logout.redirect.uris",
        .string(logout.isEmpty ? "-" : logout.joined(separator: "##"))
      ))
    members.append(("use.refresh.tokens", client.hasGrant(.refreshToken) ? "true" : "false"))
    for (grant, key) in grantAttributes where client.hasGrant(grant) {
      members.append((key, "true"))
    }
    return members
  }

  private static let grantAttributes: [(GrantType, String)] = [
    (.deviceCode, "oauth2.device.authorization.grant.enabled"),
    (.tokenExchange, "standard.token.exchange.enabled"),
    (.backchannel, "oidc.ciba.grant.enabled"),
  ]

  /// The policy's scopes are optional client scopes, because requests contain them.
  private static func scopes(_ client: ServerClient) -> [(key: String, value: JSONValue)] {
    let scopes = client.compiled.scopes.map(\.value).filter { $0 != "openid" }
    return [
      ("defaultClientScopes", .texts(defaultScopes)),
      ("optionalClientScopes", .texts(scopes.filter { !defaultScopes.contains($0) })),
    ]
  }

  /// The default client scopes of a new realm that requests, consent and tokens don't show.
  private static let defaultScopes: [ExactString] = ["web-origins", "acr", "roles", "basic"]

  /// The realm in all issuers: `https://host/realms/NAME`; nil if they differ.
  private static func realm(of clients: [ServerClient]) -> ExactString? {
    let names = Set(clients.map { $0.compiled.issuer.flatMap { realm(in: $0.value) } })
    guard names.count == 1, let name = names.first else { return nil }
    return name
  }

  private static func realm(in issuer: ExactString) -> ExactString? {
    let parts = issuer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count >= 2, let name = parts.last, !name.isEmpty,
      parts[parts.count - 2].elementsEqual("realms".utf8),
      name.allSatisfy({ PercentEncoding.isUnreserved($0) })
    else { return nil }
    return ExactString(decoding: name)
  }
}
