import PolicyDecision
import PolicyModel
import PolicyText

/// `static-clients.yaml` for Dex: the section `staticClients` of its configuration.
///
/// Dex compares redirect URIs as strings, with the ports of native clients
/// (server/authflow/request.go, `validateRedirectURI`). A public client without redirect URIs may
/// use every loopback URI, so it is an error. Dex reads secrets from environment variables
/// (`secretEnv`, cmd/dex/serve.go), so other references are errors, too. Everything else is a
/// setting of the server.
///
/// A request must have the scope `openid`, and Dex rejects requests with an unknown scope
/// (server/authflow/request.go); a refresh token needs `offline_access` (server/grants/grants.go,
/// `shouldIssueRefreshToken`). `postLogoutRedirectURIs` was added on 2026-04-01 (dexidp/dex#4674),
/// after version 2.45.1, and logout exists only with sessions (server/logout/logout.go,
/// pkg/featureflags).
package struct DexTarget: ServerTarget {
  package static let name = "dex"
  static let capabilities = ServerCapabilities(
    product: "Dex",
    versions:
      "Checked against the source of Dex of August 2026. Versions up to 2.45 ignore postLogoutRedirectURIs; later ones use it if DEX_SESSIONS_ENABLED is true.",
    steps: [
      (
        "Add the section to the configuration of Dex and restart it with",
        "dex serve config.yaml"
      ),
      ("Start Dex with the environment variables of the table below.", nil),
    ],
    always: [
      "Grant types and response types apply to the whole server: oauth2.grantTypes and oauth2.responseTypes.",
      "Every request must have the scope openid, and can have email, profile, groups, offline_access and federated:id.",
    ],
    state: .unchecked,
    pkce: .elsewhere("Dex requires PKCE for all clients or for none: set oauth2.pkce.enforce."),
    loopback: .exact, omission: .refused,
    origins: .elsewhere("Origins apply to the whole server: web.allowedOrigins"),
    refreshTokens: .scope(["offline_access"]), knowsAuthenticationMethod: false, others: others)

  private static let scopes: [ExactString] = [
    "openid", "email", "profile", "groups", "offline_access", "federated:id",
  ]

  private static func others(_ client: ServerClient) -> [[PageText]] {
    var items: [[PageText]] = []
    for entry in client.compiled.scopes where !scopes.contains(entry.value) {
      items.append(["A request with the scope ", .code(entry.value), " is rejected."])
    }
    if client.compiled.responseTypes.contains("token") {
      items.append([
        "A request with the response type ", .code("token"), " alone is rejected.",
      ])
    }
    return items
  }

  static func documents(
    _ clients: [ServerClient], header: GeneratedHeader
  ) throws(GeneratorError) -> [ServerDocument] {
    let values = try clients.map { (client) throws(GeneratorError) in try json(client) }
    return [
      ServerDocument(
        "static-clients.yaml", YAMLText.document([("staticClients", .array(values))], header))
    ]
  }

  private static func json(_ client: ServerClient) throws(GeneratorError) -> JSONValue {
    let compiled = client.compiled
    var members: [(key: String, value: JSONValue)] = [
      ("id", .string(compiled.clientID.value.string)),
      ("name", .string(client.name.string)),
    ]
    if client.isPublic {
      guard !compiled.redirectURIs.isEmpty else {
        throw GeneratorError(
          "the public client \(DisplayText.quoted(compiled.key.string)) must have a redirect URI, or Dex accepts every loopback URI",
          at: compiled.anchor)
      }
      members.append(("public", true))
    } else if case .env(let variable) = client.secret {
      members.append(("secretEnv", .string(variable.string)))
    } else {
      throw GeneratorError(
        "the secret of client \(DisplayText.quoted(compiled.key.string)) must be an environment variable for Dex",
        at: compiled.anchor)
    }
    members.append(("redirectURIs", client.redirectURIs))
    if !compiled.postLogoutRedirectURIs.isEmpty {
      members.append(("postLogoutRedirectURIs", client.postLogoutRedirectURIs))
    }
    return .object(members)
  }
}
