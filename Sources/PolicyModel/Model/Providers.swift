package import PolicyText

/// Google Sign-In, where we are the client.
package struct GoogleSignIn: Sendable {
  /// The iOS client.
  package struct IOS: Sendable {
    package var app: PerEnvironment<LocatedText>?
    package var clientID: PerEnvironment<LocatedText>?
    package var serverClientID: PerEnvironment<LocatedText>?
    package var urlSchemes: PerEnvironment<[LocatedText]>?
    package var node: NodeID
  }
  /// The Android clients.
  package struct Android: Sendable {
    package var app: PerEnvironment<LocatedText>?
    /// One per signing key.
    package var clientIDs: PerEnvironment<[LocatedText]>?
    package var node: NodeID
  }
  /// The web client.
  package struct Web: Sendable {
    package var clientID: PerEnvironment<LocatedText>?
    package var clientSecret: PerEnvironment<NodeID>?
    /// `clientSecret` where it can be read.
    package var clientSecretReference: PerEnvironment<Located<SecretReference>>?
    package var redirectURIs: PerEnvironment<[LocatedText]>?
    package var javascriptOrigins: PerEnvironment<[LocatedText]>?
    package var node: NodeID
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

/// Firebase Authentication.
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
      // `x-` keys and misspelled ones are no actions.
      EmailActionName.allCases.contains { ExactString($0.rawValue) == entry.key.value }
        ? EmailAction(name: entry.key, Fields(fields.tree, entry.value)) : nil
    }
    self.node = node
  }
}

/// The settings of one Firebase email action.
package struct EmailAction: Sendable {
  /// The key under `email_actions`.
  package var name: LocatedText
  package var url: PerEnvironment<LocatedText>?
  package var handleCodeInApp: Located<Bool>?
  package var ios: PerEnvironment<LocatedText>?
  package var androidApp: PerEnvironment<LocatedText>?
  package var installIfNotAvailable: Located<Bool>?
  package var minimumVersion: LocatedText?
  package var linkDomain: PerEnvironment<LocatedText>?
  package var dynamicLinkDomain: PerEnvironment<LocatedText>?
  package var node: NodeID
}

/// Sign in with Apple.
package struct AppleSignIn: Sendable {
  package let platforms: [LocatedText]
  package let servicesID: PerEnvironment<LocatedText>?
  package let teamID: LocatedText?
  package let keyID: PerEnvironment<LocatedText>?
  package let privateKey: PerEnvironment<NodeID>?
  /// `privateKey` where it can be read.
  package let privateKeyReference: PerEnvironment<Located<SecretReference>>?
  package let bundleApps: PerEnvironment<[LocatedText]>?
  package let returnURLs: PerEnvironment<[LocatedText]>?
  package let scopes: [LocatedText]
  package let parameters: [(name: LocatedText, value: LocatedText)]
  package let relaySenders: PerEnvironment<[LocatedText]>?
  /// nil if the policy says nothing, which means that consent is required.
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
