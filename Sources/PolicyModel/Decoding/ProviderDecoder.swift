import PolicyText

extension GoogleSignIn.IOS {
  init?(_ fields: Fields<GoogleSignInKey.IOS>) {
    guard let node = fields.node else { return nil }
    self.init(
      app: fields.textPerEnvironment(.app), clientID: fields.textPerEnvironment(.clientID),
      serverClientID: fields.textPerEnvironment(.serverClientID),
      urlSchemes: fields.textsPerEnvironment(.urlSchemes), node: node)
  }
}

extension GoogleSignIn.Android {
  init?(_ fields: Fields<GoogleSignInKey.Android>) {
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
  init?(_ fields: Fields<GoogleSignInKey.Web>) {
    guard let node = fields.node else { return nil }
    self.init(
      clientID: fields.textPerEnvironment(.clientID),
      clientSecret: fields.secret(.clientSecret),
      clientSecretReference: fields.secretReference(.clientSecret),
      redirectURIs: fields.textsPerEnvironment(.redirectURIs),
      javascriptOrigins: fields.textsPerEnvironment(.javascriptOrigins), node: node)
  }
}

extension EmailAction {
  init?(name: LocatedText, _ fields: Fields<EmailActionKey>) {
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
