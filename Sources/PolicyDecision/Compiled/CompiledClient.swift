package import AssociationFiles
package import PolicyText
package import PolicyModel

/// A client in one environment, with everything that decisions need.
///
/// A class because tables, verdicts and decisions share it.
package final class CompiledClient: Sendable {
  /// Its index among the clients of all policies, the same in both environments.
  package let number: Int
  /// The name of the policy.
  package let policy: ExactString
  /// The key in `clients`.
  package let key: ExactString
  /// The location of the key.
  package let anchor: SourceAnchor
  package let environment: Environment
  package let provider: ClientProvider
  package let type: ClientType
  package let clientID: Entry
  /// In the order of the policy.
  package let redirectURIs: [Entry]
  /// The entries of the keys in `ClientList.all`, in the order of the policy.
  private let lists: [(key: ClientKey, entries: [Entry])]
  package let scopes: [Entry]
  package let responseTypes: [ExactString]
  /// The policy's grant types, or the default.
  package let grantTypes: [ExactString]
  /// Whether the client can exchange an authorization code for tokens.
  package let takesCodes: Bool
  package let requiresState: Bool
  package let requiresPKCE: Bool
  package let codeChallengeMethods: [ExactString]
  package let allowsOmittedRedirectURI: Bool
  /// The `iss` of responses (RFC 9207); nil if not set.
  package let issuer: Entry?
  package let authorizationEndpoint: Entry?
  package let tokenEndpoint: Entry?
  package let revocationEndpoint: Entry?
  package let endSessionEndpoint: Entry?
  /// How the client authenticates at the token endpoint.
  package let tokenEndpointAuth: TokenEndpointAuthentication
  /// In seconds; nil if not set.
  package let codeLifetime: Int?
  /// The intents of streamlined linking; nil if the client doesn't use it.
  package let streamlinedIntents: [ExactString]?
  package let flipUniversalLink: Entry?
  package let flipIntentAction: Entry?
  package let flipCallers: [CompiledCaller]

  /// Returns nil if the client has no client ID in the environment.
  init?(_ client: Client, number: Int, _ lowering: Lowering) {
    guard let clientID = lowering.entry(client.clientID) else { return nil }
    let document = lowering.document
    let defaults = document.policy.authorizationServer
    let server = client.server
    self.number = number
    policy = document.name
    key = client.id.value
    anchor = document.anchor(client.id)
    environment = lowering.environment
    provider = client.provider?.value ?? .generic
    type = client.type?.value ?? .web
    self.clientID = clientID
    lists = client.lists.map { ($0.key, lowering.entries($0.value)) }
    redirectURIs = lists.first { $0.key == .redirectURIs }?.entries ?? []
    scopes = client.scopes.compactMap(lowering.entry)
    responseTypes = client.responseTypes?.map(\.value) ?? Client.Defaults.responseTypes
    grantTypes = client.effectiveGrantTypes
    takesCodes = grantTypes.contains(GrantType.authorizationCode.name)
    requiresState = (client.state?.value ?? Client.Defaults.state) == .required
    requiresPKCE = client.effectivePKCE == .required
    codeChallengeMethods =
      (server?.codeChallengeMethods ?? defaults?.codeChallengeMethods)?.map(\.value)
      ?? AuthorizationServer.Defaults.codeChallengeMethods
    allowsOmittedRedirectURI = client.omitRedirectURI?.value ?? Client.Defaults.omitRedirectURI
    func entry(_ value: (AuthorizationServer) -> PerEnvironment<LocatedText>?) -> Entry? {
      lowering.entry(server.flatMap(value) ?? defaults.flatMap(value))
    }
    issuer = entry { $0.issuer }
    authorizationEndpoint = entry { $0.authorizationEndpoint }
    tokenEndpoint = entry { $0.tokenEndpoint }
    revocationEndpoint = entry { $0.revocationEndpoint }
    endSessionEndpoint = entry { $0.endSessionEndpoint }
    tokenEndpointAuth = client.effectiveTokenEndpointAuth
    codeLifetime = (server?.codeLifetime ?? defaults?.codeLifetime)?.value
    streamlinedIntents = client.streamlinedLinking?.intents.map(\.value)
    flipUniversalLink = lowering.entry(client.appFlipIOS?.universalLink)
    flipIntentAction = lowering.entry(client.appFlipAndroid?.intentAction)
    flipCallers = client.appFlipAndroid?.callers.compactMap(lowering.caller) ?? []
  }

  /// The entries of a list, in the order of the policy.
  package subscript(list: ClientList) -> [Entry] {
    lists.first { $0.key == list.key }?.entries ?? []
  }

  package var postLogoutRedirectURIs: [Entry] { self[.postLogoutRedirectURIs] }
  package var corsOrigins: [Entry] { self[.corsOrigins] }

  /// The post-logout redirect URI with these bytes, including the port (OpenID Connect RP-Initiated
  /// Logout 1.0 section 3).
  package func postLogoutRedirectURI(matching requested: ExactString) -> Entry? {
    postLogoutRedirectURIs.first { $0.value == requested }
  }

  /// The entry that is equal to the `Origin` header of a script's request (Fetch standard, CORS
  /// check).
  package func corsOrigin(matching origin: ExactString) -> Entry? {
    corsOrigins.first { $0.value == origin }
  }

  /// Returns true if the client can use a response of this type: a code needs the corresponding
  /// grant type, a token at least the implicit one (RFC 7591 section 2.1).
  package func mayReceive(responseType type: ExactString) -> Bool {
    takesCodes
      || grantTypes.contains(GrantType.implicit.name)
        && !type.utf8.split(separator: 0x20).contains { $0.elementsEqual("code".utf8) }
  }

  /// The only redirect URI, if there is exactly one and requests may omit it.
  package var omittedRedirectURI: Entry? {
    allowsOmittedRedirectURI && redirectURIs.count == 1 ? redirectURIs.first : nil
  }
}

/// An app that may send the App Flip intent.
package struct CompiledCaller: Sendable {
  package var package: Entry
  /// The SHA-256 fingerprints of its signing certificates, without malformed entries.
  package var fingerprints: [Fingerprint]
}
