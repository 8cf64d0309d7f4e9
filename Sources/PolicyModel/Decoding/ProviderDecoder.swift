import PolicyDiagnostics
import PolicySourceTree
import PolicyText

extension GoogleSignIn {
  init?(_ fields: Fields<GoogleSignInKey>) {
    guard let node = fields.node else { return nil }
    let scopes: Fields<GoogleSignInKey.Scopes>? = fields.mapping(.scopes)
    self.init(
      ios: fields.mapping(.ios).flatMap(IOS.init),
      android: fields.mapping(.android).flatMap(Android.init),
      web: fields.mapping(.web).flatMap(Web.init), signInScopes: scopes?.texts(.signIn) ?? [],
      featureScopes: scopes?.entries(.features).map { ($0.key, fields.texts($0.value) ?? []) }
        ?? [],
      node: node)
  }
}

extension GoogleSignIn.IOS {
  fileprivate init?(_ fields: Fields<GoogleSignInKey.IOS>) {
    guard let node = fields.node else { return nil }
    self.init(
      app: fields.textPerEnvironment(.app), clientID: fields.textPerEnvironment(.clientID),
      serverClientID: fields.textPerEnvironment(.serverClientID),
      urlSchemes: fields.textsPerEnvironment(.urlSchemes), node: node)
  }
}

extension GoogleSignIn.Android {
  fileprivate init?(_ fields: Fields<GoogleSignInKey.Android>) {
    guard let node = fields.node else { return nil }
    self.init(
      app: fields.textPerEnvironment(.app),
      clientIDs: fields.perEnvironment(.clientID) { value in
        fields.texts(value) ?? fields.text(value).map { [$0] }
      },
      node: node)
  }
}

extension GoogleSignIn.Web {
  fileprivate init?(_ fields: Fields<GoogleSignInKey.Web>) {
    guard let node = fields.node else { return nil }
    self.init(
      clientID: fields.textPerEnvironment(.clientID),
      clientSecret: fields.secret(.clientSecret),
      clientSecretReference: fields.secretReference(.clientSecret),
      redirectURIs: fields.textsPerEnvironment(.redirectURIs),
      javascriptOrigins: fields.textsPerEnvironment(.javascriptOrigins), node: node)
  }
}

extension Firebase {
  init?(_ fields: Fields<FirebaseKey>) {
    guard let node = fields.node else { return nil }
    let signIn: Fields<FirebaseKey.SignIn>? = fields.mapping(.signIn)
    let email: Fields<FirebaseKey.Email>? = fields.mapping(.email)
    self.init(
      projectID: fields.textPerEnvironment(.projectID),
      projectNumber: fields.textPerEnvironment(.projectNumber),
      authDomain: fields.textPerEnvironment(.authDomain),
      authorizedDomains: fields.textsPerEnvironment(.authorizedDomains),
      hostingDomains: fields.textsPerEnvironment(.hostingDomains),
      mobileLinks: fields.text(.mobileLinks), emailLink: signIn?.boolean(.emailLink),
      allowDuplicateEmails: signIn?.boolean(.allowDuplicateEmails),
      improvedEmailPrivacy: signIn?.boolean(.improvedEmailPrivacy),
      callbackURI: email?.textPerEnvironment(.callbackURI),
      clickTracking: email?.boolean(.clickTracking), locale: email?.text(.locale),
      emailActions: fields.entries(.emailActions).compactMap { entry in
        // `x-` keys and misspelled ones are no actions.
        EmailActionName.allCases.contains { ExactString($0.rawValue) == entry.key.value }
          ? EmailAction(name: entry.key, Fields(fields.tree, entry.value)) : nil
      },
      node: node)
  }
}

extension EmailAction {
  fileprivate init?(name: LocatedText, _ fields: Fields<EmailActionKey>) {
    guard let node = fields.node else { return nil }
    let android: Fields<EmailActionKey.Android>? = fields.mapping(.android)
    self.init(
      name: name, url: fields.textPerEnvironment(.url),
      handleCodeInApp: fields.boolean(.handleCodeInApp), ios: fields.textPerEnvironment(.ios),
      androidApp: android?.textPerEnvironment(.app),
      installIfNotAvailable: android?.boolean(.installIfNotAvailable),
      minimumVersion: android?.text(.minimumVersion),
      linkDomain: fields.textPerEnvironment(.linkDomain),
      dynamicLinkDomain: fields.textPerEnvironment(.dynamicLinkDomain), node: node)
  }
}

extension AppleSignIn {
  init?(_ fields: Fields<AppleSignInKey>) {
    guard let node = fields.node else { return nil }
    let relay: Fields<AppleSignInKey.PrivateRelay>? = fields.mapping(.privateRelay)
    let linking: Fields<AppleSignInKey.Linking>? = fields.mapping(.linking)
    self.init(
      platforms: fields.texts(.platforms) ?? [],
      servicesID: fields.textPerEnvironment(.servicesID), teamID: fields.text(.teamID),
      keyID: fields.textPerEnvironment(.keyID), privateKey: fields.secret(.privateKey),
      privateKeyReference: fields.secretReference(.privateKey),
      bundleApps: fields.textsPerEnvironment(.bundleApps),
      returnURLs: fields.textsPerEnvironment(.returnURLs), scopes: fields.texts(.scopes) ?? [],
      parameters: fields.entries(.parameters).compactMap { entry in
        fields.text(entry.value).map { (entry.key, $0) }
      },
      relaySenders: relay?.textsPerEnvironment(.senders),
      requireConsent: linking?.boolean(.requireConsent), node: node)
  }
}
