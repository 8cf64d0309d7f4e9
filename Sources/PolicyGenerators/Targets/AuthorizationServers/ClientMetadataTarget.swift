import PolicyDecision
import PolicyModel
import PolicyText

/// A file for each client with its metadata (RFC 7591), for servers with dynamic registration and other
/// readers of the format.
///
/// The server chooses the ID of a new client and ignores metadata that it doesn't know (RFC 7591
/// section 2). The file has the ID, since an update needs it (RFC 7592 section 2.2).
package struct ClientMetadataTarget: ServerTarget {
  package static let name = "client-metadata"
  static let capabilities = ServerCapabilities(
    product: "RFC 7591",
    versions:
      "Checked against RFC 7591, RFC 7592 and OpenID Connect Dynamic Client Registration 1.0.",
    steps: [
      (
        "Register each client with",
        "curl -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' -d @CLIENT.json https://SERVER/register"
      ),
      ("The response contains the ID and the secret of the client.", nil),
    ],
    always: [
      "RFC 7591 doesn't define metadata for state and for the comparison of redirect URIs: the server decides."
    ],
    pkce: .elsewhere("RFC 7591 doesn't define metadata that requires PKCE."),
    origins: .elsewhere("RFC 7591 doesn't define metadata for origins"), others: others)

  /// OpenID Connect Core 1.0 section 11.
  private static func others(_ client: ServerClient) -> [[PageText]] {
    guard client.hasGrant(.refreshToken), !client.lists("offline_access") else { return [] }
    return [
      [
        "Many servers issue a refresh token only if the request has the scope ",
        .code("offline_access"), ", which the policy doesn't list.",
      ]
    ]
  }

  static func documents(
    _ clients: [ServerClient], header: GeneratedHeader
  ) throws(GeneratorError) -> [ServerDocument] {
    clients.map { ServerDocument("\($0.name).json", json: json($0)) }
  }

  private static func json(_ client: ServerClient) -> JSONValue {
    let compiled = client.compiled
    var members: [(key: String, value: JSONValue)] = [
      ("client_id", .string(compiled.clientID.value.string)),
      ("client_name", .string(client.name.string)),
      // OpenID Connect Dynamic Client Registration 1.0 section 2.
      ("application_type", client.isNative ? "native" : "web"),
      ("redirect_uris", client.redirectURIs),
      ("grant_types", client.grantTypes),
      ("response_types", client.responseTypes),
      ("token_endpoint_auth_method", client.authenticationMethod),
    ]
    if !compiled.scopes.isEmpty { members.append(("scope", client.scope)) }
    if !compiled.postLogoutRedirectURIs.isEmpty {
      members.append(("post_logout_redirect_uris", client.postLogoutRedirectURIs))
    }
    return .object(members)
  }
}
