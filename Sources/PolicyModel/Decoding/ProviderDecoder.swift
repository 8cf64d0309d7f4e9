import PolicyDiagnostics
import PolicySourceTree
import PolicyText

extension GoogleSignIn {
  init?(_ fields: Fields) {
    guard let node = fields.node else { return nil }
    let scopes = fields.mapping("scopes")
    self.init(
      ios: fields.mapping("ios").flatMap(IOS.init),
      android: fields.mapping("android").flatMap(Android.init),
      web: fields.mapping("web").flatMap(Web.init), signInScopes: scopes?.texts("sign_in") ?? [],
      featureScopes: scopes?.entries("features").map { ($0.key, fields.texts($0.value) ?? []) }
        ?? [],
      node: node)
  }
}

extension GoogleSignIn.IOS {
  fileprivate init?(_ fields: Fields) {
    guard let node = fields.node else { return nil }
    self.init(
      app: fields.textPerEnvironment("app"), clientID: fields.textPerEnvironment("client_id"),
      serverClientID: fields.textPerEnvironment("server_client_id"),
      urlSchemes: fields.textsPerEnvironment("url_schemes"), node: node)
  }
}

extension GoogleSignIn.Android {
  fileprivate init?(_ fields: Fields) {
    guard let node = fields.node else { return nil }
    self.init(
      app: fields.textPerEnvironment("app"),
      clientIDs: fields.perEnvironment("client_id") { value in
        fields.texts(value) ?? fields.text(value).map { [$0] }
      },
      node: node)
  }
}

extension GoogleSignIn.Web {
  fileprivate init?(_ fields: Fields) {
    guard let node = fields.node else { return nil }
    self.init(
      clientID: fields.textPerEnvironment("client_id"),
      clientSecret: fields.secret("client_secret"),
      clientSecretReference: fields.secretReference("client_secret"),
      redirectURIs: fields.textsPerEnvironment("redirect_uris"),
      javascriptOrigins: fields.textsPerEnvironment("javascript_origins"), node: node)
  }
}

extension Firebase {
  init?(_ fields: Fields) {
    guard let node = fields.node else { return nil }
    let signIn = fields.mapping("sign_in")
    let email = fields.mapping("email")
    self.init(
      projectID: fields.textPerEnvironment("project_id"),
      projectNumber: fields.textPerEnvironment("project_number"),
      authDomain: fields.textPerEnvironment("auth_domain"),
      authorizedDomains: fields.textsPerEnvironment("authorized_domains"),
      hostingDomains: fields.textsPerEnvironment("hosting_domains"),
      mobileLinks: fields.text("mobile_links"), emailLink: signIn?.boolean("email_link"),
      allowDuplicateEmails: signIn?.boolean("allow_duplicate_emails"),
      improvedEmailPrivacy: signIn?.boolean("improved_email_privacy"),
      callbackURI: email?.textPerEnvironment("callback_uri"),
      clickTracking: email?.boolean("click_tracking"), locale: email?.text("locale"),
      emailActions: fields.entries("email_actions").compactMap { entry in
        // `x-` keys and misspelled ones are no actions.
        ProviderShape.emailActions.contains { ExactString($0) == entry.key.value }
          ? EmailAction(name: entry.key, Fields(fields.tree, entry.value)) : nil
      },
      node: node)
  }
}

extension EmailAction {
  fileprivate init?(name: LocatedText, _ fields: Fields) {
    guard let node = fields.node else { return nil }
    let android = fields.mapping("android")
    self.init(
      name: name, url: fields.textPerEnvironment("url"),
      handleCodeInApp: fields.boolean("handle_code_in_app"), ios: fields.textPerEnvironment("ios"),
      androidApp: android?.textPerEnvironment("app"),
      installIfNotAvailable: android?.boolean("install_if_not_available"),
      minimumVersion: android?.text("minimum_version"),
      linkDomain: fields.textPerEnvironment("link_domain"),
      dynamicLinkDomain: fields.textPerEnvironment("dynamic_link_domain"), node: node)
  }
}

extension AppleSignIn {
  init?(_ fields: Fields) {
    guard let node = fields.node else { return nil }
    self.init(
      platforms: fields.texts("platforms") ?? [],
      servicesID: fields.textPerEnvironment("services_id"), teamID: fields.text("team_id"),
      keyID: fields.textPerEnvironment("key_id"), privateKey: fields.secret("private_key"),
      privateKeyReference: fields.secretReference("private_key"),
      bundleApps: fields.textsPerEnvironment("bundle_apps"),
      returnURLs: fields.textsPerEnvironment("return_urls"), scopes: fields.texts("scopes") ?? [],
      parameters: fields.entries("parameters").compactMap { entry in
        fields.text(entry.value).map { (entry.key, $0) }
      },
      relaySenders: fields.mapping("private_relay")?.textsPerEnvironment("senders"),
      requireConsent: fields.mapping("linking")?.boolean("require_consent"), node: node)
  }
}
