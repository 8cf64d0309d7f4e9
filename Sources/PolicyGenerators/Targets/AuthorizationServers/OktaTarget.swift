import PolicyDecision
import PolicyModel
import PolicyText

/// A file for each client, in the format of the body of Okta's `POST /api/v1/apps`.
///
/// Okta compares redirect URIs as strings if `wildcard_redirect` is `DISABLED` (support.okta.com,
/// "Does Okta Support Wildcard Redirect URIs"). A client ID has 6 to 100 ASCII letters, digits and
/// characters of ``$-_.+!*'(),``, and public clients must require PKCE (its OpenAPI description,
/// `ApplicationCredentialsOAuthClient`).
package struct OktaTarget: ServerTarget {
  package static let name = "okta"
  static let capabilities = ServerCapabilities(
    product: "Okta",
    versions:
      "Checked against the models of Okta's SDK for Go 6.1, made from its OpenAPI description.",
    steps: [
      (
        "Create each app with",
        "curl -H \"Authorization: SSWS $TOKEN\" -H 'Content-Type: application/json' -d @CLIENT.json https://ORG.okta.com/api/v1/apps"
      ),
      ("Okta generates the secret of a confidential client.", nil),
      (
        "Assign users or groups to each app, and add the app to an access policy of the authorization server: until then, users can't sign in (inferred).",
        nil
      ),
    ],
    loopback: .exact, omission: .refused,
    scopes: .elsewhere("Access policies of the authorization server grant scopes"),
    origins: .elsewhere("Origins are trusted origins of the whole organization"),
    refreshTokens: .scope(["offline_access"], isInferred: true), responseTypes: .parts,
    grantTypes: [
      .authorizationCode, .refreshToken, .clientCredentials, .password, .implicit, .deviceCode,
      .tokenExchange, .jwtBearer, .samlBearer, .backchannel,
    ],
    others: { client in
      client.isPublic && !client.compiled.requiresPKCE
        ? [["Public clients must use PKCE, whatever the policy says."]] : []
    })

  static func documents(
    _ clients: [ServerClient], header: GeneratedHeader
  ) throws(GeneratorError) -> [ServerDocument] {
    var documents: [ServerDocument] = []
    for client in clients {
      try client.refuse([client.compiled.clientID], "must have 6 to 100 bytes for Okta") {
        !(6...100).contains($0.utf8.count)
      }
      try client.refuse(
        [client.compiled.clientID],
        "must consist of ASCII letters, digits and `$-_.+!*'(),` for Okta"
      ) { id in
        // Unreserved characters of URLs without `~`.
        !id.utf8.allSatisfy { byte in
          PercentEncoding.isUnreserved(byte) && byte != UInt8(ascii: "~")
            || "$+!*'(),".utf8.contains(byte)
        }
      }
      try client.refuse([client.compiled.clientID], "is a reserved word in Okta") {
        $0 == "ALL_CLIENTS"
      }
      documents.append(ServerDocument("\(client.name).json", json: json(client)))
    }
    return documents
  }

  private static func json(_ client: ServerClient) -> JSONValue {
    let compiled = client.compiled
    let known = (capabilities.grantTypes ?? []).map(\.name)
    return [
      "name": "oidc_client",
      "label": .string(client.name.string),
      "signOnMode": "OPENID_CONNECT",
      "credentials": [
        "oauthClient": [
          "client_id": .string(compiled.clientID.value.string),
          "token_endpoint_auth_method": client.authenticationMethod,
          "pkce_required": .bool(compiled.requiresPKCE || client.isPublic),
        ]
      ],
      "settings": [
        "oauthClient": [
          "application_type": client.isNative ? "native" : client.isPublic ? "browser" : "web",
          "redirect_uris": client.redirectURIs,
          "wildcard_redirect": "DISABLED",
          "post_logout_redirect_uris": client.postLogoutRedirectURIs,
          "grant_types": .texts(compiled.grantTypes.filter(known.contains)),
          "response_types": .texts(client.responseParts),
        ]
      ],
    ]
  }
}
