package import PolicyText

package struct GoogleSignIn: Sendable {
  package struct IOS: Sendable {
    package let app: PerEnvironment<LocatedText>?
    package let clientID: PerEnvironment<LocatedText>?
    package let serverClientID: PerEnvironment<LocatedText>?
    package let urlSchemes: PerEnvironment<[LocatedText]>?
    package let node: NodeID

    init?(_ fields: Fields<GoogleSignInKey.IOS>) {
      guard let node = fields.node else { return nil }
      app = fields.textPerEnvironment(.app)
      clientID = fields.textPerEnvironment(.clientID)
      serverClientID = fields.textPerEnvironment(.serverClientID)
      urlSchemes = fields.textsPerEnvironment(.urlSchemes)
      self.node = node
    }
  }

  package struct Android: Sendable {
    package let app: PerEnvironment<LocatedText>?
    /// One per signing certificate.
    package let clientIDs: PerEnvironment<[LocatedText]>?
    package let node: NodeID

    init?(_ fields: Fields<GoogleSignInKey.Android>) {
      guard let node = fields.node else { return nil }
      app = fields.textPerEnvironment(.app)
      clientIDs = fields.perEnvironment(.clientID) { fields.oneOrMany($0) }
      self.node = node
    }
  }

  package struct Web: Sendable {
    package let clientID: PerEnvironment<LocatedText>?
    package let clientSecret: PerEnvironment<NodeID>?
    /// `clientSecret` if it is a valid reference.
    package let clientSecretReference: PerEnvironment<Located<SecretReference>>?
    package let redirectURIs: PerEnvironment<[LocatedText]>?
    package let javascriptOrigins: PerEnvironment<[LocatedText]>?
    package let node: NodeID

    init?(_ fields: Fields<GoogleSignInKey.Web>) {
      guard let node = fields.node else { return nil }
      clientID = fields.textPerEnvironment(.clientID)
      clientSecret = fields.secret(.clientSecret)
      clientSecretReference = fields.secretReference(.clientSecret)
      redirectURIs = fields.textsPerEnvironment(.redirectURIs)
      javascriptOrigins = fields.textsPerEnvironment(.javascriptOrigins)
      self.node = node
    }
  }

  package let ios: IOS?
  package let android: Android?
  package let web: Web?
  package let signInScopes: [LocatedText]
  package let featureScopes: [(feature: LocatedText, scopes: [LocatedText])]
  package let node: NodeID

  init?(_ fields: Fields<GoogleSignInKey>) {
    guard let node = fields.node else { return nil }
    let scopes: Fields<GoogleSignInKey.Scopes>? = fields.mapping(.scopes)
    ios = fields.mapping(.ios).flatMap(IOS.init)
    android = fields.mapping(.android).flatMap(Android.init)
    web = fields.mapping(.web).flatMap(Web.init)
    signInScopes = scopes?.texts(.signIn) ?? []
    featureScopes =
      scopes?.entries(.features).map { ($0.key, fields.texts($0.value) ?? []) }
      ?? []
    self.node = node
  }
}

package struct Firebase: Sendable {
  package let projectID: PerEnvironment<LocatedText>?
  package let projectNumber: PerEnvironment<LocatedText>?
  package let authDomain: PerEnvironment<LocatedText>?
  package let authorizedDomains: PerEnvironment<[LocatedText]>?
  package let hostingDomains: PerEnvironment<[LocatedText]>?
  package let mobileLinks: LocatedText?
  package let emailLink: Located<Bool>?
  package let allowDuplicateEmails: Located<Bool>?
  package let improvedEmailPrivacy: Located<Bool>?
  package let callbackURI: PerEnvironment<LocatedText>?
  package let clickTracking: Located<Bool>?
  package let locale: LocatedText?
  /// By key: `verify_email`, `reset_password`, `sign_in`, `change_email`.
  package let emailActions: [EmailAction]
  package let node: NodeID

  init?(_ fields: Fields<FirebaseKey>) {
    guard let node = fields.node else { return nil }
    let signIn: Fields<FirebaseKey.SignIn>? = fields.mapping(.signIn)
    let email: Fields<FirebaseKey.Email>? = fields.mapping(.email)
    projectID = fields.textPerEnvironment(.projectID)
    projectNumber = fields.textPerEnvironment(.projectNumber)
    authDomain = fields.textPerEnvironment(.authDomain)
    authorizedDomains = fields.textsPerEnvironment(.authorizedDomains)
    hostingDomains = fields.textsPerEnvironment(.hostingDomains)
    mobileLinks = fields.text(.mobileLinks)
    emailLink = signIn?.boolean(.emailLink)
    allowDuplicateEmails = signIn?.boolean(.allowDuplicateEmails)
    improvedEmailPrivacy = signIn?.boolean(.improvedEmailPrivacy)
    callbackURI = email?.textPerEnvironment(.callbackURI)
    clickTracking = email?.boolean(.clickTracking)
    locale = email?.text(.locale)
    emailActions = fields.entries(.emailActions).compactMap { entry in
      // Skips `x-` keys and unknown ones.
      EmailActionName.allCases.contains { ExactString($0.rawValue) == entry.key.value }
        ? EmailAction(name: entry.key, Fields(fields.tree, entry.value)) : nil
    }
    self.node = node
  }
}

/// The settings of one Firebase email action.
package struct EmailAction: Sendable {
  /// The key in `email_actions`.
  package let name: LocatedText
  package let url: PerEnvironment<LocatedText>?
  package let handleCodeInApp: Located<Bool>?
  package let ios: PerEnvironment<LocatedText>?
  package let androidApp: PerEnvironment<LocatedText>?
  package let installIfNotAvailable: Located<Bool>?
  package let minimumVersion: LocatedText?
  package let linkDomain: PerEnvironment<LocatedText>?
  package let dynamicLinkDomain: PerEnvironment<LocatedText>?
  package let node: NodeID

  init?(name: LocatedText, _ fields: Fields<EmailActionKey>) {
    guard let node = fields.node else { return nil }
    let android: Fields<EmailActionKey.Android>? = fields.mapping(.android)
    self.name = name
    url = fields.textPerEnvironment(.url)
    handleCodeInApp = fields.boolean(.handleCodeInApp)
    ios = fields.textPerEnvironment(.ios)
    androidApp = android?.textPerEnvironment(.app)
    installIfNotAvailable = android?.boolean(.installIfNotAvailable)
    minimumVersion = android?.text(.minimumVersion)
    linkDomain = fields.textPerEnvironment(.linkDomain)
    dynamicLinkDomain = fields.textPerEnvironment(.dynamicLinkDomain)
    self.node = node
  }
}

package struct AppleSignIn: Sendable {
  package let platforms: [LocatedText]
  package let servicesID: PerEnvironment<LocatedText>?
  package let teamID: LocatedText?
  package let keyID: PerEnvironment<LocatedText>?
  package let privateKey: PerEnvironment<NodeID>?
  /// `privateKey` if it is a valid reference.
  package let privateKeyReference: PerEnvironment<Located<SecretReference>>?
  package let bundleApps: PerEnvironment<[LocatedText]>?
  package let returnURLs: PerEnvironment<[LocatedText]>?
  package let scopes: [LocatedText]
  package let parameters: [(name: LocatedText, value: LocatedText)]
  package let relaySenders: PerEnvironment<[LocatedText]>?
  /// nil if the key is missing, which means that consent is required.
  package let requireConsent: Located<Bool>?
  package let node: NodeID

  init?(_ fields: Fields<AppleSignInKey>) {
    guard let node = fields.node else { return nil }
    let relay: Fields<AppleSignInKey.PrivateRelay>? = fields.mapping(.privateRelay)
    let linking: Fields<AppleSignInKey.Linking>? = fields.mapping(.linking)
    platforms = fields.texts(.platforms) ?? []
    servicesID = fields.textPerEnvironment(.servicesID)
    teamID = fields.text(.teamID)
    keyID = fields.textPerEnvironment(.keyID)
    privateKey = fields.secret(.privateKey)
    privateKeyReference = fields.secretReference(.privateKey)
    bundleApps = fields.textsPerEnvironment(.bundleApps)
    returnURLs = fields.textsPerEnvironment(.returnURLs)
    scopes = fields.texts(.scopes) ?? []
    parameters = fields.entries(.parameters).compactMap { entry in
      fields.text(entry.value).map { (entry.key, $0) }
    }
    relaySenders = relay?.textsPerEnvironment(.senders)
    requireConsent = linking?.boolean(.requireConsent)
    self.node = node
  }
}
