import AssociationFiles
import PolicyDecision
import PolicyModel
import PolicyText

/// The pages of all consoles for a policy in one environment: labels of fields with their values.
struct ConsolePages {
  let report: ReportContext
  let document: PolicyDocument
  let environment: Environment

  private typealias Field = (label: ExactString, lines: [[PageText]])

  /// - Parameter fields: fields without a value are left out.
  private func page(_ name: String, _ fields: Field...) -> ValueTable {
    var table = ValueTable(name, columns: ["Field", "Value"])
    for field in fields { table.add(field.label, field.lines) }
    return table
  }

  // MARK: Google account linking

  /// The page with your authorization server's settings in Google's console.
  var linking: [ValueTable] {
    document.policy.clients
      .filter {
        $0.provider?.value == .googleAccountLinking && $0.clientID?[environment] != nil
      }
      .map { client in
        let defaults = document.policy.authorizationServer
        let server = client.server
        let flip = client.appFlipAndroid
        let app = app(flip?.app)
        return page(
          "Account linking: \(client.id.value)",
          ("Client ID", value(client.clientID)),
          ("Client secret", clientSecret(client)),
          ("Transmit client ID and secret via HTTP basic auth header", basicAuthentication(client)),
          (
            "Authorization URL",
            value(server?.authorizationEndpoint ?? defaults?.authorizationEndpoint)
          ),
          ("Token URL", value(server?.tokenEndpoint ?? defaults?.tokenEndpoint)),
          (
            "Token revocation URL",
            value(server?.revocationEndpoint ?? defaults?.revocationEndpoint)
          ),
          ("Scopes", values(client.scopes)),
          (
            "Google client ID of streamlined linking",
            value(client.streamlinedLinking?.googleClientID)
          ),
          ("Intents of streamlined linking", values(client.streamlinedLinking?.intents)),
          ("App Flip, iOS: universal link", value(client.appFlipIOS?.universalLink)),
          ("App Flip, Android: application ID", value(app, \.packageName)),
          ("App Flip, Android: app signature", fingerprints(app, \.sha256Fingerprints)),
          ("App Flip, Android: authorization intent", value(flip?.intentAction)))
      }
  }

  private func clientSecret(_ client: Client) -> [[PageText]] {
    guard let node = client.clientSecret?[environment] else { return [] }
    return secret(document.secretReference(node), document.anchor(Located(true, node)))
  }

  /// A switch of the console; empty for a client without a secret.
  private func basicAuthentication(_ client: Client) -> [[PageText]] {
    let method = client.tokenEndpointAuth
    let line = report.line(method, document)
    switch method?.value.string {
    case "basic": return [["on"] + line]
    case "none": return []
    default:
      return client.clientSecret?[environment] == nil && method == nil ? [] : [["off"] + line]
    }
  }

  // MARK: App Flip test tool

  /// The settings of Google's apps that send App Flip requests for a test.
  var testTool: [ValueTable] {
    document.policy.clients.filter { $0.clientID?[environment] != nil }.flatMap { client in
      var pages: [ValueTable] = []
      // App Flip sends responses only to these; browsers use other redirect URIs.
      let redirectURIs = (client.redirectURIs?[environment] ?? []).filter {
        let parts = URIParts($0.value)
        return parts.bytes(parts.path).starts(with: "/a/".utf8)
      }
      if let link = client.appFlipIOS?.universalLink, link[environment] != nil {
        pages.append(
          page(
            "iOS: \(client.id.value)", ("Universal link", value(link)),
            ("Client ID", value(client.clientID)), ("Scopes", values(client.scopes)),
            ("Redirect URI", values(redirectURIs))))
      }
      if let flip = client.appFlipAndroid, flip.intentAction?[environment] != nil {
        let app = app(flip.app)
        pages.append(
          page(
            "Android: \(client.id.value)", ("Package", value(app, \.packageName)),
            ("App signature", fingerprints(app, \.sha256Fingerprints)),
            ("Intent action", value(flip.intentAction)), ("Client ID", value(client.clientID)),
            ("Scopes", values(client.scopes)), ("Redirect URI", values(redirectURIs))))
      }
      return pages
    }
  }

  // MARK: Google Cloud

  /// The pages of the project with Google Sign-In.
  var googleCloud: [ValueTable] {
    guard let google = document.policy.googleSignIn else { return [] }
    var pages: [ValueTable] = []
    if let ios = google.ios, ios.clientID?[environment] != nil {
      let app = app(ios.app)
      pages.append(
        page(
          "Clients: iOS", ("Client ID, given by Google", value(ios.clientID)),
          ("Bundle ID", value(app, \.bundleID)), ("App Store ID", value(app, \.appStoreID)),
          ("Team ID", value(app, \.teamID))))
    }
    if let android = google.android, android.clientIDs?[environment] != nil {
      let app = app(android.app)
      pages.append(
        page(
          "Clients: Android, one for each certificate",
          ("Client ID, given by Google", values(android.clientIDs)),
          ("Package name", value(app, \.packageName)),
          ("SHA-1 certificate fingerprint", fingerprints(app, \.sha1Fingerprints))))
    }
    if let web = google.web, web.clientID?[environment] != nil {
      pages.append(
        page(
          "Clients: Web application", ("Client ID, given by Google", value(web.clientID)),
          ("Client secret, given by Google, goes", secret(web.clientSecretReference)),
          ("Authorized JavaScript origins", values(web.javascriptOrigins)),
          ("Authorized redirect URIs", redirectURIs(web))))
    }
    if !pages.isEmpty {
      let scopes = google.signInScopes + google.featureScopes.flatMap(\.scopes)
      pages.append(
        page("Data access (scopes of the consent screen)", ("Scopes", values(unique(scopes)))))
    }
    return pages
  }

  /// The policy's redirect URIs, and the one at which Firebase receives Google's response.
  private func redirectURIs(_ web: GoogleSignIn.Web) -> [[PageText]] {
    let known = (web.redirectURIs?[environment] ?? []).map(\.value)
    guard let domain = document.policy.firebase?.authDomain?[environment] else {
      return values(web.redirectURIs)
    }
    let handler = ExactString("https://\(domain.value)/__/auth/handler")
    if known.contains(handler) { return values(web.redirectURIs) }
    return values(web.redirectURIs) + [
      [.code(handler), .quiet(" for sign-in through Firebase")]
        + report.line(document.anchor(domain))
    ]
  }

  // MARK: Firebase

  var firebase: [ValueTable] {
    guard let firebase = document.policy.firebase, firebase.projectID?[environment] != nil else {
      return []
    }
    var pages = [
      page(
        "Project settings: General", ("Project ID", value(firebase.projectID)),
        ("Project number", value(firebase.projectNumber))),
      page(
        "Authentication: Settings", ("Authorized domains", values(firebase.authorizedDomains)),
        (
          "User account linking",
          flag(
            firebase.allowDuplicateEmails, on: "Create multiple accounts",
            off: "Link accounts with the same email")
        ), ("Email enumeration protection", flag(firebase.improvedEmailPrivacy))),
      page(
        "Authentication: Sign-in method: Email/Password",
        ("Email link (passwordless sign-in)", flag(firebase.emailLink))),
    ]
    if let web = document.policy.googleSignIn?.web, web.clientID?[environment] != nil {
      pages.append(
        page(
          "Authentication: Sign-in method: Google", ("Web client ID", value(web.clientID)),
          ("Web client secret", secret(web.clientSecretReference))))
    }
    if let apple = document.policy.apple {
      let hasKey = apple.keyID?[environment] != nil || apple.privateKey?[environment] != nil
      pages.append(
        page(
          "Authentication: Sign-in method: Apple", ("Services ID", value(apple.servicesID)),
          ("Apple team ID", hasKey ? value(apple.teamID) : []),
          ("Key ID", hasKey ? value(apple.keyID) : []),
          ("Private key", hasKey ? secret(apple.privateKeyReference) : [])))
    }
    let domains =
      (firebase.hostingDomains?[environment] ?? [])
      + firebase.emailActions.compactMap { $0.linkDomain?[environment] }
    return pages + [
      page(
        "Authentication: Templates", ("Action URL", value(firebase.callbackURI)),
        ("Template language", value(firebase.locale))),
      page(
        "Hosting: custom domains of links in emails", ("Domain", values(unique(domains)))),
    ] + document.policy.apps.filter { $0.exists(in: environment) }.map(firebaseApp)
  }

  /// Firebase checks links, tokens and reCAPTCHA against the apps of a project.
  private func firebaseApp(_ declared: App) -> ValueTable {
    let app = (app: declared, document: document)
    let isApple = declared.platform?.value.isApple == true
    return page(
      "Project settings: Your apps: \(declared.id.value)", ("Bundle ID", value(app, \.bundleID)),
      ("App Store ID", value(app, \.appStoreID)),
      ("Team ID", isApple ? value(app, \.teamID) : []),
      ("Package name", value(app, \.packageName)),
      ("SHA-1 fingerprints", fingerprints(app, \.sha1Fingerprints)),
      ("SHA-256 fingerprints", fingerprints(app, \.sha256Fingerprints)),
      ("App ID, given by Firebase", value(app, \.firebaseAppID)))
  }

  // MARK: Apple

  /// The pages of an Apple developer account.
  var apple: [ValueTable] {
    let apps = document.policy.apps.compactMap(appID)
    guard let apple = document.policy.apple else { return apps }
    let hasServicesID = apple.servicesID?[environment] != nil
    let hasKey = apple.keyID?[environment] != nil
    return apps + [
      page(
        "Identifiers: Services ID, Sign in with Apple", ("Identifier", value(apple.servicesID)),
        ("Domains and subdomains", hasServicesID ? hosts(of: apple) : []),
        ("Return URLs", hasServicesID ? values(apple.returnURLs) : [])),
      page(
        "Keys: Sign in with Apple", ("Team ID", hasKey ? value(apple.teamID) : []),
        ("Key ID, given by Apple", value(apple.keyID)),
        ("Downloaded key, kept", hasKey ? secret(apple.privateKeyReference) : [])),
      page(
        "Services: Sign in with Apple for Email Communication",
        ("Email sources", values(apple.relaySenders))),
    ]
  }

  /// nil for an app that needs no capability.
  private func appID(_ declared: App) -> ValueTable? {
    guard declared.exists(in: environment), declared.platform?.value.isApple == true,
      let project = report.input.apps.first(where: {
        $0.environment == environment && $0.key.anchor == document.anchor(declared.id)
      })
    else { return nil }
    var capabilities: [[PageText]] = []
    if !project.associatedDomains.isEmpty { capabilities.append(["Associated Domains"]) }
    if let anchor = project.signInWithApple {
      capabilities.append(["Sign in with Apple"] + report.line(anchor))
    }
    guard !capabilities.isEmpty else { return nil }
    let app = (app: declared, document: document)
    let prefix = value(app, \.appIDPrefix)
    return page(
      "Identifiers: App ID of \(declared.id.value)", ("Bundle ID", value(app, \.bundleID)),
      ("App ID prefix", prefix.isEmpty ? value(app, \.teamID) : prefix),
      ("Capabilities", capabilities))
  }

  /// The hosts of the return URLs, without duplicates; Apple requires both.
  private func hosts(of apple: AppleSignIn) -> [[PageText]] {
    var seen: Set<ExactString> = []
    return (apple.returnURLs?[environment] ?? []).compactMap { url in
      let parts = URIParts(url.value)
      guard let range = parts.host else { return nil }
      let host = ExactString(decoding: parts.bytes(range))
      guard !host.isEmpty, seen.insert(host).inserted else { return nil }
      return [.code(host)] + report.line(document.anchor(url))
    }
  }

  // MARK: values

  private typealias DeclaredApp = (app: App, document: PolicyDocument)

  private func value(_ text: LocatedText?) -> [[PageText]] {
    text.map { [report.value($0, document)] } ?? []
  }

  private func value(_ text: PerEnvironment<LocatedText>?) -> [[PageText]] {
    value(text?[environment])
  }

  private func values(_ texts: [LocatedText]?) -> [[PageText]] {
    (texts ?? []).map { report.value($0, document) }
  }

  private func values(_ texts: PerEnvironment<[LocatedText]>?) -> [[PageText]] {
    values(texts?[environment])
  }

  private func unique(_ texts: [LocatedText]) -> [LocatedText] {
    var seen: Set<ExactString> = []
    return texts.filter { seen.insert($0.value).inserted }
  }

  private func flag(
    _ flag: Located<Bool>?, on: PageText = "on", off: PageText = "off"
  ) -> [[PageText]] {
    flag.map { [[$0.value ? on : off] + report.line(document.anchor($0))] } ?? []
  }

  /// The location of a secret.
  private func secret(_ reference: SecretReference?, _ anchor: SourceAnchor) -> [[PageText]] {
    guard let reference else { return [] }
    return [["from \(reference.key) ", .code(reference.name)] + report.line(anchor)]
  }

  private func secret(_ secret: PerEnvironment<Located<SecretReference>>?) -> [[PageText]] {
    secret?[environment].map { self.secret($0.value, document.anchor($0)) } ?? []
  }

  /// The app that the policy refers to, if it exists in the environment.
  private func app(_ reference: PerEnvironment<LocatedText>?) -> DeclaredApp? {
    guard let reference = reference?[environment],
      let found = report.input.report.workspace.app(reference.value, from: document),
      found.app.exists(in: environment)
    else { return nil }
    return (found.app, found.document)
  }

  private func value(_ app: DeclaredApp?, _ key: (App) -> LocatedText?) -> [[PageText]] {
    guard let app, let text = key(app.app) else { return [] }
    return [report.value(text, app.document)]
  }

  private func fingerprints(
    _ app: DeclaredApp?, _ key: (App) -> PerEnvironment<[LocatedText]>?
  ) -> [[PageText]] {
    guard let app else { return [] }
    return (key(app.app)?[environment] ?? []).map { text in
      [.code(Self.fingerprint(text.value))] + report.line(app.document.anchor(text))
    }
  }

  /// Upper-case hexadecimal with colons; invalid fingerprints stay unchanged.
  private static func fingerprint(_ text: ExactString) -> ExactString {
    if let fingerprint = Fingerprint(text) { return ExactString(fingerprint.text) }
    let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 40, digits.allSatisfy({ PercentEncoding.hexValue($0) != nil }) else {
      return text
    }
    let upper = Array(String(decoding: digits, as: UTF8.self).uppercased().utf8)
    let pairs = stride(from: 0, to: upper.count, by: 2).map { start in
      String(decoding: upper[start..<start + 2], as: UTF8.self)
    }
    return ExactString(pairs.joined(separator: ":"))
  }
}
