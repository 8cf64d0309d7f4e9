package import PolicyText

/// An OAuth client of our authorization server, shared by everything that reads the policy.
package final class Client: Sendable {
  /// The key under `clients`.
  package let id: LocatedText
  package let provider: Located<ClientProvider>?
  package let type: Located<ClientType>?
  package let clientID: PerEnvironment<LocatedText>?
  /// Only that there is a reference, never its content.
  package let clientSecret: PerEnvironment<NodeID>?
  /// `clientSecret` where it can be read.
  package let clientSecretReference: PerEnvironment<Located<SecretReference>>?
  package let redirectURIs: PerEnvironment<[LocatedText]>?
  package let scopes: [LocatedText]
  /// nil where the key is left out.
  package let responseTypes: [LocatedText]?
  package let state: Located<Requirement>?
  package let pkce: Located<Requirement>?
  package let omitRedirectURI: Located<Bool>?
  package let tokenEndpointAuth: LocatedText?
  package let postLogoutRedirectURIs: PerEnvironment<[LocatedText]>?
  package let corsOrigins: PerEnvironment<[LocatedText]>?
  /// nil where the key is left out.
  package let grantTypes: [LocatedText]?
  /// One server answers Google's production and sandbox hosts alike.
  package let servesBothHosts: Bool
  package let streamlinedLinking: StreamlinedLinking?
  package let appFlipIOS: AppFlipIOS?
  package let appFlipAndroid: AppFlipAndroid?
  /// What the client says about the server itself; nil where it overrides nothing.
  package let server: AuthorizationServer?
  /// The mapping of the client.
  package let node: NodeID

  /// Reads a client; what is below it decodes in `ClientDecoder`.
  init(id: LocatedText, _ fields: Fields<ClientKey>, _ node: NodeID) {
    self.id = id
    provider = fields.enumeration(.provider)
    type = fields.enumeration(.type)
    clientID = fields.textPerEnvironment(.clientID)
    clientSecret = fields.secret(.clientSecret)
    clientSecretReference = fields.secretReference(.clientSecret)
    redirectURIs = fields.textsPerEnvironment(.redirectURIs)
    scopes = fields.texts(.scopes) ?? []
    responseTypes = fields.texts(.responseTypes)
    state = fields.enumeration(.state)
    pkce = fields.enumeration(.pkce)
    omitRedirectURI = fields.boolean(.omitRedirectURI)
    tokenEndpointAuth = fields.text(.tokenEndpointAuth)
    postLogoutRedirectURIs = fields.textsPerEnvironment(.postLogoutRedirectURIs)
    corsOrigins = fields.textsPerEnvironment(.corsOrigins)
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

  /// Native, or a web client without a secret: it cannot prove who it is (RFC 6749 section 2.1).
  package var isPublic: Bool { type?.value == .native || clientSecret == nil }

  /// What counts for requests: as written, else required for public clients.
  package var effectivePKCE: Requirement { pkce?.value ?? Defaults.pkce(isPublic: isPublic) }

  /// What counts at the token endpoint: as written, else in the form, or nothing for public clients.
  package var effectiveTokenEndpointAuth: TokenEndpointAuthentication {
    tokenEndpointAuth.flatMap { TokenEndpointAuthentication(rawValue: $0.value.string) }
      ?? Defaults.tokenEndpointAuth(isPublic: isPublic)
  }

  /// What counts at the token endpoint: as written, else codes and refresh tokens, and the assertions of
  /// streamlined linking where the client uses it.
  package var effectiveGrantTypes: [ExactString] {
    grantTypes?.map(\.value)
      ?? (streamlinedLinking == nil
        ? Defaults.grantTypes : Defaults.grantTypesOfStreamlinedLinking)
  }

  /// True where a client asks through an app as well: such requests have no code challenge.
  package var hasAppFlip: Bool { appFlipIOS != nil || appFlipAndroid != nil }

  /// What counts where a client does not say.
  package enum Defaults {
    package static let responseTypes: [ExactString] = ["code"]
    package static let grantTypes = [GrantType.authorizationCode.name, GrantType.refreshToken.name]
    package static let grantTypesOfStreamlinedLinking = grantTypes + [GrantType.jwtBearer.name]
    package static let state = Requirement.required
    /// Public clients cannot do without (RFC 9700 section 2.1.1).
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
  package var googleClientID: LocatedText?
  package var intents: [LocatedText]
  package var node: NodeID
}

/// App Flip through a universal link.
package struct AppFlipIOS: Sendable {
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
package struct AppFlipAndroid: Sendable {
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

  /// What counts where App Flip on Android does not say.
  package enum Defaults {
    package static let activity: ExactString = ".AppFlipActivity"
  }
}

/// An app that may send the App Flip intent.
package struct AppFlipCaller: Sendable {
  package var packageName: LocatedText?
  package var sha256Fingerprints: [LocatedText]
  package var node: NodeID
}
