import PolicyText
import PolicyModel

/// Settings of Google account linking: the `AccountLinking` JSON of action packages, or its keys as lines
/// `key: value`, since the consoles export nothing.
package enum AccountLinkingKind: ImportKind {
  package static let name = "account-linking"
  package static let summary = "settings of Google account linking, JSON or `key: value` lines"
  package static let usualNames = ["*account-linking*", "*accountLinking*"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("authenticationUrl"), source.mentions("clientId") else { return .no }
    let tree = form(of: source).tree
    guard let node = settings(in: tree) else { return .no }
    return tree.value(of: "clientId", in: node) != nil
      && tree.value(of: "authenticationUrl", in: node) != nil
      ? .yes : .nearly(missing: "authenticationUrl")
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(form(of: source)), let node = settings(in: tree),
      let id = tree.sourceText("clientId", in: node)
    else { return }
    let subject = FactSubject.client(id.value)
    facts.add(subject, ClientKey.clientID, is: .text(id.value), at: id.location)
    facts.add(
      subject, ClientKey.provider,
      is: .text(ExactString(ClientProvider.googleAccountLinking.rawValue)), at: id.location)
    facts.add(
      subject, ClientKey.type, is: .text(ExactString(ClientType.web.rawValue)), at: id.location)
    facts.add(
      subject, ClientKey.clientSecret, is: .secret(nil),
      at: tree.value(of: "clientSecret", in: node).map { tree.location($0) }
        ?? SourceLocation(
          file: id.location.file, span: Span(id.location.span.start, id.location.span.start)))
    if tree.sourceFlag("basicAuthHeaderForTokenEndpoint", in: node) == true {
      facts.add(
        subject, ClientKey.tokenEndpointAuth,
        is: .text(ExactString(TokenEndpointAuthentication.basic.rawValue)), at: id.location)
    }
    let endpoints: [(String, AuthorizationServerKey.Endpoints)] = [
      ("authenticationUrl", .authorization), ("accessTokenUrl", .token),
      ("revocationEndpoint", .revocation),
    ]
    for (key, endpoint) in endpoints {
      guard let url = tree.sourceText(key, in: node) else { continue }
      facts.add(
        subject, AuthorizationServerKey.endpoints, endpoint, is: .text(url.value), at: url.location)
    }
    for scope in tree.sourceTexts("scopes", in: node) {
      facts.add(subject, ClientKey.scopes, is: .text(scope.value), at: scope.location)
    }
    appFlip(node, subject, tree, &facts)
    streamlined(node, subject, tree, &facts)
    addresses(node, subject, tree, &facts)
  }

  private static func form(of source: ImportSource) -> ImportSource.Form {
    source.looksLikeJSON ? source.json : source.yaml
  }

  private static func settings(in tree: SourceTree) -> NodeID? {
    tree.root.map { root in
      tree.value(of: "accountLinking", in: root) ?? root
    }
  }

  private static func appFlip(
    _ node: NodeID, _ subject: FactSubject, _ tree: SourceTree, _ facts: inout ImportFacts
  ) {
    for flip in tree.value(of: "iosAppFlip", in: node).map({ tree.sourceMappings($0) }) ?? [] {
      guard let link = tree.sourceText("universalLink", in: flip) else { continue }
      facts.add(
        subject, ClientKey.appFlip, AppFlipKey.ios, AppFlipKey.IOS.universalLink,
        is: .text(link.value), at: link.location)
    }
    for flip in tree.value(of: "androidAppFlip", in: node).map({ tree.sourceMappings($0) }) ?? [] {
      if let package = tree.sourceText("appPackageName", in: flip) {
        let app = AppReference.android(package: package.value)
        facts.add(
          subject, ClientKey.appFlip, AppFlipKey.android, AppFlipKey.Android.app, is: .app(app),
          at: package.location)
        facts.mention(.app(app), at: package.location)
        if let signature = tree.sourceText("appSignature", in: flip) {
          facts.add(
            .app(app), AppKey.sha256CertFingerprints, is: .text(signature.value),
            at: signature.location)
        }
      }
      if let intent = tree.sourceText("appFlipIntent", in: flip) {
        facts.add(
          subject, ClientKey.appFlip, AppFlipKey.android, AppFlipKey.Android.intentAction,
          is: .text(intent.value), at: intent.location)
      }
    }
  }

  private static func streamlined(
    _ node: NodeID, _ subject: FactSubject, _ tree: SourceTree, _ facts: inout ImportFacts
  ) {
    guard let google = tree.sourceText("googleSignInClientId", in: node) else { return }
    facts.add(
      subject, ClientKey.streamlinedLinking, StreamlinedLinkingKey.googleClientID,
      is: .text(google.value), at: google.location)
  }

  /// The addresses of Google that the project ID names, which the settings themselves do not hold.
  private static func addresses(
    _ node: NodeID, _ subject: FactSubject, _ tree: SourceTree, _ facts: inout ImportFacts
  ) {
    guard let project = tree.sourceText("projectId", in: node) else { return }
    let flips = ["iosAppFlip", "androidAppFlip"].contains { tree.value(of: $0, in: node) != nil }
    let apps = flips ? ["com.google.Chromecast", "com.google.OPA"] : []
    for host in ["oauth-redirect", "oauth-redirect-sandbox"] {
      for path in ["/r/" + project.value.string] + apps.map({ "/a/" + $0 }) {
        facts.add(
          subject, ClientKey.redirectURIs,
          is: .text(ExactString("https://\(host).googleusercontent.com\(path)")),
          at: project.location)
      }
    }
  }
}
