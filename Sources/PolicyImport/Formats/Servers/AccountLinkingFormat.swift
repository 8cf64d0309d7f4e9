import PolicyModel
import PolicyText

/// Google account linking settings: the `AccountLinking` JSON of action packages, or its keys as `key: value` lines,
/// because the consoles have no export.
package enum AccountLinkingFormat: ImportFormat {
  package static let name = "account-linking"
  package static let summary = "Google account linking settings, JSON or `key: value` lines"
  package static let usualNames = ["*account-linking*", "*accountLinking*"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("authenticationUrl"), source.mentions("clientId"),
      let settings = settings(in: form(of: source).tree)
    else { return .no }
    return settings.has("clientId") && settings.has("authenticationUrl")
      ? .yes : .nearly(missing: "authenticationUrl")
  }

  private static func form(of source: ImportSource) -> ImportSource.Form {
    source.looksLikeJSON ? source.json : source.yaml
  }

  private static func settings(in tree: SourceTree) -> SourceObject? {
    tree.rootObject.map { $0["accountLinking"] ?? $0 }
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let tree = imported.usable(form(of: source)), let settings = settings(in: tree),
      let id = settings.string("clientId")
    else { return }
    let subject = ImportSubject.client(id.value)
    func fixed(_ value: String) -> SourceString { id.replaced(by: ExactString(value)) }
    let provider = fixed(ClientProvider.googleAccountLinking.rawValue)
    imported.add(subject, ClientKey.clientID, from: id)
    imported.add(subject, ClientKey.provider, from: provider)
    imported.add(subject, ClientKey.type, from: fixed(ClientType.web.rawValue))
    let start = id.location.span.start
    imported.add(
      subject, ClientKey.clientSecret, is: .secret(nil),
      at: settings["clientSecret"]?.location
        ?? SourceLocation(file: id.location.file, span: SourceSpan(start, start)))
    if settings.flag("basicAuthHeaderForTokenEndpoint") == true {
      let basic = fixed(TokenEndpointAuthentication.basic.rawValue)
      imported.add(subject, ClientKey.tokenEndpointAuth, from: basic)
    }
    let endpoints: [(String, AuthorizationServerKey.Endpoints)] = [
      ("authenticationUrl", .authorization), ("accessTokenUrl", .token),
      ("revocationEndpoint", .revocation),
    ]
    for (key, endpoint) in endpoints {
      imported.add(
        subject, AuthorizationServerKey.endpoints, endpoint, from: settings.string(key))
    }
    imported.add(subject, ClientKey.scopes, from: settings.strings("scopes"))
    readAppFlip(settings, subject, into: &imported)
    imported.add(
      subject, ClientKey.streamlinedLinking, StreamlinedLinkingKey.googleClientID,
      from: settings.string("googleSignInClientId"))
    addRedirectURIs(settings, subject, to: &imported)
  }

  private static func readAppFlip(
    _ settings: SourceObject, _ subject: ImportSubject, into imported: inout ImportedValues
  ) {
    for flip in settings.objects("iosAppFlip") {
      imported.add(
        subject, ClientKey.appFlip, AppFlipKey.ios, AppFlipKey.IOS.universalLink,
        from: flip.string("universalLink"))
    }
    for flip in settings.objects("androidAppFlip") {
      if let package = flip.string("appPackageName") {
        let app = AppReference.android(package: package.value)
        imported.add(
          subject, ClientKey.appFlip, AppFlipKey.android, AppFlipKey.Android.app, is: .app(app),
          at: package.location)
        imported.mention(.app(app), at: package.location)
        imported.add(.app(app), AppKey.sha256CertFingerprints, from: flip.string("appSignature"))
      }
      imported.add(
        subject, ClientKey.appFlip, AppFlipKey.android, AppFlipKey.Android.intentAction,
        from: flip.string("appFlipIntent"))
    }
  }

  /// Adds Google's redirect URIs, which contain the project ID; the settings don't list them.
  private static func addRedirectURIs(
    _ settings: SourceObject, _ subject: ImportSubject, to imported: inout ImportedValues
  ) {
    guard let project = settings.string("projectId") else { return }
    let hasAppFlip = settings.has("iosAppFlip") || settings.has("androidAppFlip")
    let apps = hasAppFlip ? ["com.google.Chromecast", "com.google.OPA"] : []
    for host in ["oauth-redirect", "oauth-redirect-sandbox"] {
      for path in ["/r/" + project.value.string] + apps.map({ "/a/" + $0 }) {
        let uri = ExactString("https://\(host).googleusercontent.com\(path)")
        imported.add(subject, ClientKey.redirectURIs, from: project.replaced(by: uri))
      }
    }
  }
}
