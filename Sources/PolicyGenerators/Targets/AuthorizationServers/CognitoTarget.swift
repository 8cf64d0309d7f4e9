import PolicyDecision
import PolicyModel
import PolicyText

/// Two files for each client of an Amazon Cognito user pool, the inputs of `create-user-pool-client` and
/// `update-user-pool-client` without the pool, and a file for each resource server.
///
/// Cognito compares callback URLs as strings. It accepts `http` only with a loopback host, at most 100
/// URLs of 1,024 characters, 1 to 50 scopes if there is a flow, and `client_credentials` only without
/// other flows (service model, shapes `CallbackURLsListType`,
/// `RedirectUrlType`, `ScopeListType`, `AllowedOAuthFlows`). It chooses the ID of a new client, and its login
/// page offers only the identity providers in `SupportedIdentityProviders`.
package struct CognitoTarget: ServerTarget {
  package static let name = "cognito"
  static let capabilities = ServerCapabilities(
    product: "Amazon Cognito",
    versions:
      "Checked against the service model of botocore 1.44 (API version 2016-04-18).",
    steps: [
      (
        "Create each resource server, which has the scopes of your API, with",
        "aws cognito-idp create-resource-server --user-pool-id POOL --cli-input-json file://SERVER.resource-server.json"
      ),
      (
        "Create a client, and copy its new ID into the policy, with",
        "aws cognito-idp create-user-pool-client --user-pool-id POOL --cli-input-json file://CLIENT.create.json"
      ),
      (
        "Update an existing client with",
        "aws cognito-idp update-user-pool-client --user-pool-id POOL --cli-input-json file://CLIENT.update.json"
      ),
      (
        "An update resets settings that the file leaves out, so add the others of your pool, such as token lifetimes. update-resource-server resets the scopes that it leaves out, too.",
        nil
      ),
      (
        "SupportedIdentityProviders contains only COGNITO, the users of the pool: add the pool's other identity providers.",
        nil
      ),
    ],
    state: .unchecked,
    pkce: .elsewhere("Cognito can't require PKCE."),
    loopback: .exact,
    origins: .elsewhere("A client doesn't have a list of origins"),
    refreshTokens: .always(isInferred: true), knowsAuthenticationMethod: false,
    responseTypes: .parts,
    grantTypes: [.authorizationCode, .refreshToken, .clientCredentials, .implicit],
    others: { CognitoScopes($0).differences })

  static func documents(
    _ clients: [ServerClient], header: GeneratedHeader
  ) throws(GeneratorError) -> [ServerDocument] {
    var documents = try CognitoScopes.resourceServers(of: clients).map {
      ServerDocument("\($0.file).resource-server.json", json: $0.json)
    }
    for client in clients {
      try check(client)
      let shared = members(client)
      let name: (key: String, value: JSONValue) = ("ClientName", .string(client.name.string))
      documents.append(
        ServerDocument(
          "\(client.name).create.json",
          json: .object([name, ("GenerateSecret", .bool(!client.isPublic))] + shared)))
      documents.append(
        ServerDocument(
          "\(client.name).update.json",
          json: .object(
            [("ClientId", .string(client.compiled.clientID.value.string)), name] + shared)))
    }
    return documents
  }

  private static func members(_ client: ServerClient) -> [(key: String, value: JSONValue)] {
    let compiled = client.compiled
    var members: [(key: String, value: JSONValue)] = [
      ("CallbackURLs", client.redirectURIs),
      ("LogoutURLs", client.postLogoutRedirectURIs),
    ]
    if let omitted = compiled.omittedRedirectURI {
      members.append(("DefaultRedirectURI", .string(omitted.value.string)))
    }
    members += [
      ("AllowedOAuthFlows", .texts(flows(client))),
      ("AllowedOAuthScopes", .texts(CognitoScopes(client).allowed)),
      ("AllowedOAuthFlowsUserPoolClient", true),
      ("SupportedIdentityProviders", ["COGNITO"]),
    ]
    return members
  }

  private static func flows(_ client: ServerClient) -> [ExactString] {
    var flows: [ExactString] = []
    if client.usesCodes { flows.append("code") }
    if client.usesTokens { flows.append("implicit") }
    if client.hasGrant(.clientCredentials) { flows.append("client_credentials") }
    return flows
  }

  private static func check(_ client: ServerClient) throws(GeneratorError) {
    let compiled = client.compiled
    func refuse(_ reason: String) -> GeneratorError {
      GeneratorError(
        "client \(DisplayText.quoted(compiled.key.string)) \(reason)", at: compiled.anchor)
    }
    for entries in [compiled.redirectURIs, compiled.postLogoutRedirectURIs] {
      guard entries.count <= 100 else {
        throw refuse("has more than 100 URLs, which Cognito rejects")
      }
      try client.refuse(entries, "has more than 1,024 characters, which Cognito rejects") {
        $0.string.unicodeScalars.count > 1024
      }
      try client.refuse(entries, "uses http, which Cognito accepts only for loopback hosts") {
        LoopbackAddress.host($0).map { !LoopbackAddress.hosts.contains($0) } ?? false
      }
    }
    let scopes = CognitoScopes(client).allowed
    guard scopes.count <= 50 else { throw refuse("has more than 50 scopes, which Cognito rejects") }
    guard !scopes.isEmpty else { throw refuse("must have a scope for Cognito") }
    guard scopes.allSatisfy({ $0.utf8.count <= 256 }) else {
      throw refuse("has a scope with more than 256 characters, which Cognito rejects")
    }
    guard flows(client).count <= 1 || !client.hasGrant(.clientCredentials) else {
      throw refuse("has client_credentials and another flow, which Cognito rejects")
    }
  }
}
