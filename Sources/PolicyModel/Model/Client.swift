package import PolicyText

/// An OAuth client of your authorization server.
package final class Client: Sendable {
  /// The key in `clients`.
  package let id: LocatedText
  package let provider: Located<ClientProvider>?
  package let type: Located<ClientType>?
  package let clientID: PerEnvironment<LocatedText>?
  package let clientSecret: PerEnvironment<NodeID>?
  /// `clientSecret` if it is a valid reference.
  package let clientSecretReference: PerEnvironment<Located<SecretReference>>?
  /// The values of the keys in `ClientList.all`.
  package let lists: [(key: ClientKey, value: PerEnvironment<[LocatedText]>)]
  package let scopes: [LocatedText]
  /// nil if the key is missing.
  package let responseTypes: [LocatedText]?
  package let state: Located<Requirement>?
  package let pkce: Located<Requirement>?
  package let omitRedirectURI: Located<Bool>?
  package let tokenEndpointAuth: LocatedText?
  /// nil if the key is missing.
  package let grantTypes: [LocatedText]?
  package let servesBothHosts: Bool
  package let streamlinedLinking: StreamlinedLinking?
  package let appFlipIOS: AppFlipIOS?
  package let appFlipAndroid: AppFlipAndroid?
  /// The client's own server settings; nil if it has none.
  package let server: AuthorizationServer?
  package let node: NodeID

  init(id: LocatedText, _ fields: Fields<ClientKey>, _ node: NodeID) {
    self.id = id
    provider = fields.enumeration(.provider)
    type = fields.enumeration(.type)
    var clientID = fields.textPerEnvironment(.clientID)
    clientSecret = fields.secret(.clientSecret)
    clientSecretReference = fields.secretReference(.clientSecret)
    let lists = ClientList.all.compactMap { list in
      fields.textsPerEnvironment(list.key).map { (key: list.key, value: $0) }
    }
    self.lists = lists
    // A client whose redirect URIs are all unknown is ignored.
    let uris = lists.first { $0.key == .redirectURIs }?.value
    for environment in Environment.allCases
    where uris?[environment] == nil
      && fields.tree.isUnknown(ClientKey.redirectURIs, in: node, environment)
    { clientID?.remove(environment) }
    self.clientID = clientID
    scopes = fields.texts(.scopes) ?? []
    responseTypes = fields.texts(.responseTypes)
    state = fields.enumeration(.state)
    pkce = fields.enumeration(.pkce)
    omitRedirectURI = fields.boolean(.omitRedirectURI)
    tokenEndpointAuth = fields.text(.tokenEndpointAuth)
    grantTypes = fields.texts(.grantTypes)
    servesBothHosts = fields.boolean(.servesBothHosts)?.value ?? Defaults.servesBothHosts
    streamlinedLinking = fields.mapping(.streamlinedLinking).flatMap(StreamlinedLinking.init)
    let flip: Fields<AppFlipKey>? = fields.mapping(.appFlip)
    appFlipIOS = flip?.mapping(.ios).flatMap(AppFlipIOS.init)
    appFlipAndroid = flip?.mapping(.android).flatMap(AppFlipAndroid.init)
    let server = AuthorizationServer(Fields(inherited: fields))
    self.server = server.isEmpty ? nil : server
    self.node = node
  }

  package var redirectURIs: PerEnvironment<[LocatedText]>? { list(.redirectURIs) }
  package var postLogoutRedirectURIs: PerEnvironment<[LocatedText]>? {
    list(.postLogoutRedirectURIs)
  }
  package var corsOrigins: PerEnvironment<[LocatedText]>? { list(.corsOrigins) }

  private func list(_ key: ClientKey) -> PerEnvironment<[LocatedText]>? {
    lists.first { $0.key == key }?.value
  }

  /// True for native clients and web clients without a secret, which can't authenticate (RFC 6749 section 2.1).
  package var isPublic: Bool { type?.value == .native || clientSecret == nil }

  package var effectivePKCE: Requirement { pkce?.value ?? Defaults.pkce(isPublic: isPublic) }

  package var effectiveTokenEndpointAuth: TokenEndpointAuthentication {
    tokenEndpointAuth.flatMap { TokenEndpointAuthentication(rawValue: $0.value.string) }
      ?? Defaults.tokenEndpointAuth(isPublic: isPublic)
  }

  package var effectiveGrantTypes: [ExactString] {
    grantTypes?.map(\.value)
      ?? (streamlinedLinking == nil
        ? Defaults.grantTypes : Defaults.grantTypesOfStreamlinedLinking)
  }

  /// Whether requests may come from an app. Such requests have no code challenge.
  package var hasAppFlip: Bool { appFlipIOS != nil || appFlipAndroid != nil }

  package enum Defaults {
    package static let responseTypes: [ExactString] = ["code"]
    package static let grantTypes = [GrantType.authorizationCode.name, GrantType.refreshToken.name]
    package static let grantTypesOfStreamlinedLinking = grantTypes + [GrantType.jwtBearer.name]
    package static let state = Requirement.required
    /// Required for public clients (RFC 9700 section 2.1.1).
    package static func pkce(isPublic: Bool) -> Requirement { isPublic ? .required : .optional }
    package static let omitRedirectURI = false
    package static let servesBothHosts = false
    package static func tokenEndpointAuth(isPublic: Bool) -> TokenEndpointAuthentication {
      isPublic ? .noSecret : .post
    }
  }
}

/// Google streamlined linking.
package struct StreamlinedLinking: Sendable {
  package let googleClientID: LocatedText?
  package let intents: [LocatedText]
  package let node: NodeID

  init?(_ fields: Fields<StreamlinedLinkingKey>) {
    guard let node = fields.node else { return nil }
    googleClientID = fields.text(.googleClientID)
    intents = fields.texts(.intents) ?? []
    self.node = node
  }
}

/// App Flip through a universal link.
package final class AppFlipIOS: Sendable {
  package let app: PerEnvironment<LocatedText>?
  package let universalLink: PerEnvironment<LocatedText>?
  package let node: NodeID

  init?(_ fields: Fields<AppFlipKey.IOS>) {
    guard let node = fields.node else { return nil }
    app = fields.textPerEnvironment(.app)
    universalLink = fields.textPerEnvironment(.universalLink)
    self.node = node
  }
}

/// App Flip through an intent.
package final class AppFlipAndroid: Sendable {
  package let app: PerEnvironment<LocatedText>?
  package let intentAction: PerEnvironment<LocatedText>?
  package let activity: LocatedText?
  package let callers: [AppFlipCaller]
  package let node: NodeID

  init?(_ fields: Fields<AppFlipKey.Android>) {
    guard let node = fields.node else { return nil }
    app = fields.textPerEnvironment(.app)
    intentAction = fields.textPerEnvironment(.intentAction)
    activity = fields.text(.activity)
    callers = fields.mappings(.callers, AppFlipCaller.init)
    self.node = node
  }

  package enum Defaults {
    package static let activity: ExactString = ".AppFlipActivity"
  }
}

/// An app that may send the App Flip intent.
package struct AppFlipCaller: Sendable {
  package let packageName: LocatedText?
  package let sha256Fingerprints: [LocatedText]
  package let node: NodeID

  init?(_ fields: Fields<AppFlipKey.Caller>) {
    guard let node = fields.node else { return nil }
    packageName = fields.text(.packageName)
    sha256Fingerprints = fields.texts(.sha256CertFingerprints) ?? []
    self.node = node
  }
}
