package import AssociationFiles
package import PolicyText
package import PolicyModel

/// A client as it exists in one environment: everything a decision needs, nothing else.
///
/// A reference: tables, verdicts and answers name the same client.
package final class CompiledClient: Sendable {
  /// Its index among the clients of all policies, the same in both environments.
  package let number: Int
  /// Name of the policy.
  package let policy: ExactString
  /// Key under `clients`.
  package let key: ExactString
  /// The key's place.
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
  /// As the policy says, else the default.
  package let grantTypes: [ExactString]
  /// True where an authorization code is worth something: the client may give it for tokens.
  package let takesCodes: Bool
  package let requiresState: Bool
  package let requiresPKCE: Bool
  package let codeChallengeMethods: [ExactString]
  package let allowsOmittedRedirectURI: Bool
  /// Sent as `iss` (RFC 9207) where it is given.
  package let issuer: Entry?
  package let authorizationEndpoint: Entry?
  package let tokenEndpoint: Entry?
  package let revocationEndpoint: Entry?
  package let endSessionEndpoint: Entry?
  /// How the client proves at the token endpoint who it is.
  package let tokenEndpointAuth: TokenEndpointAuthentication
  /// Seconds; nil where the policy does not say.
  package let codeLifetime: Int?
  /// Of streamlined linking; nil where the client does not use it.
  package let streamlinedIntents: [ExactString]?
  package let flipUniversalLink: Entry?
  package let flipIntentAction: Entry?
  package let flipCallers: [CompiledCaller]

  init(
    number: Int, policy: ExactString, key: ExactString, anchor: SourceAnchor,
    environment: Environment,
    provider: ClientProvider, type: ClientType, clientID: Entry,
    lists: [(key: ClientKey, entries: [Entry])], scopes: [Entry], responseTypes: [ExactString],
    grantTypes: [ExactString], requiresState: Bool,
    requiresPKCE: Bool, codeChallengeMethods: [ExactString], allowsOmittedRedirectURI: Bool,
    issuer: Entry?, authorizationEndpoint: Entry?, tokenEndpoint: Entry?,
    revocationEndpoint: Entry?, endSessionEndpoint: Entry?,
    tokenEndpointAuth: TokenEndpointAuthentication,
    codeLifetime: Int?, streamlinedIntents: [ExactString]?,
    flipUniversalLink: Entry?, flipIntentAction: Entry?, flipCallers: [CompiledCaller]
  ) {
    self.number = number
    self.policy = policy
    self.key = key
    self.anchor = anchor
    self.environment = environment
    self.provider = provider
    self.type = type
    self.clientID = clientID
    redirectURIs = lists.first { $0.key == .redirectURIs }?.entries ?? []
    self.lists = lists
    self.scopes = scopes
    self.responseTypes = responseTypes
    self.grantTypes = grantTypes
    takesCodes = grantTypes.contains(GrantType.authorizationCode.name)
    self.requiresState = requiresState
    self.requiresPKCE = requiresPKCE
    self.codeChallengeMethods = codeChallengeMethods
    self.allowsOmittedRedirectURI = allowsOmittedRedirectURI
    self.issuer = issuer
    self.authorizationEndpoint = authorizationEndpoint
    self.tokenEndpoint = tokenEndpoint
    self.revocationEndpoint = revocationEndpoint
    self.endSessionEndpoint = endSessionEndpoint
    self.tokenEndpointAuth = tokenEndpointAuth
    self.codeLifetime = codeLifetime
    self.streamlinedIntents = streamlinedIntents
    self.flipUniversalLink = flipUniversalLink
    self.flipIntentAction = flipIntentAction
    self.flipCallers = flipCallers
  }

  /// The entries of a list, in the order of the policy.
  package subscript(list: ClientList) -> [Entry] {
    lists.first { $0.key == list.key }?.entries ?? []
  }

  package var postLogoutRedirectURIs: [Entry] { self[.postLogoutRedirectURIs] }
  package var corsOrigins: [Entry] { self[.corsOrigins] }

  /// The post-logout redirect URI with these bytes. The port must match, too (OpenID Connect RP-Initiated Logout 1.0
  /// section 3).
  package func postLogoutRedirectURI(matching requested: ExactString) -> Entry? {
    postLogoutRedirectURIs.first { $0.value == requested }
  }

  /// The entry for the header `Origin` of a script's request, with the same bytes (Fetch standard, CORS
  /// check).
  package func corsOrigin(matching origin: ExactString) -> Entry? {
    corsOrigins.first { $0.value == origin }
  }

  /// True where a response of this type is worth something to the client: a code needs the grant type that
  /// takes it, a token at least the implicit one (RFC 7591 section 2.1).
  package func mayReceive(responseType type: ExactString) -> Bool {
    takesCodes
      || grantTypes.contains(GrantType.implicit.name)
        && !type.utf8.split(separator: 0x20).contains { $0.elementsEqual("code".utf8) }
  }

  /// True when there is exactly one redirect URI and a request may leave it out.
  package var omittedRedirectURI: Entry? {
    allowsOmittedRedirectURI && redirectURIs.count == 1 ? redirectURIs.first : nil
  }
}

/// An app that may send the App Flip intent.
package struct CompiledCaller: Sendable {
  package var package: Entry
  /// SHA-256 of its signing certificates, without malformed entries.
  package var fingerprints: [Fingerprint]
}
