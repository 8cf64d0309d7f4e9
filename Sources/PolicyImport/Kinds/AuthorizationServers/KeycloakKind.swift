import PolicyText
import PolicyModel

/// A realm or client of Keycloak: exports, partial imports and files of keycloak-config-cli.
///
/// A relative address is joined to `rootUrl`; without one Keycloak takes its own address, which no file
/// says. An entry with a final `*` is a pattern (`RedirectUtils`); `+` stands for the redirect URIs.
package enum KeycloakKind: ImportKind {
  package static let name = "keycloak"
  package static let summary = "a realm or client export of Keycloak"
  package static let usualNames = ["*realm*.json", "*keycloak*.json", "partial-import.json"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.looksLikeJSON, source.mentions("\"clientId\""), let root = source.json.tree.root
    else { return .no }
    let tree = source.json.tree
    if let clients = tree.value(of: "clients", in: root) {
      let isList = tree.items(clients).contains { tree.value(of: "clientId", in: $0) != nil }
      return isList ? .yes : .no
    }
    let clients = tree.sourceMappings(root).filter { tree.value(of: "clientId", in: $0) != nil }
    guard !clients.isEmpty else { return .no }
    let signs = ["protocol", "publicClient", "standardFlowEnabled"]
    let isClient = clients.contains { client in
      signs.contains { tree.value(of: $0, in: client) != nil }
    }
    return isClient ? .yes : .nearly(missing: "protocol")
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.json), let root = tree.root else { return }
    let realm = tree.sourceText("realm", in: root)
    let context = realm.map { FactContext([EnvironmentHint(.tenant, $0.value)]) }
    let clients = tree.value(of: "clients", in: root) ?? root
    var reported: Set<ExactString> = []
    for node in tree.sourceMappings(clients) {
      guard let id = tree.sourceText("clientId", in: node) else { continue }
      if let reason = reasonToSkip(id.value, node, tree) {
        facts.skip(id.value, because: reason, at: tree.location(node))
        hideSecret(node, tree, &facts)
      } else {
        KeycloakClient(node, id, tree, source).read(context, into: &facts, reported: &reported)
      }
    }
  }

  /// The clients that every realm has.
  private static let builtIns: [ExactString] = [
    "account", "account-console", "admin-cli", "broker", "realm-management",
    "security-admin-console",
  ]

  private static func reasonToSkip(
    _ id: ExactString, _ node: NodeID, _ tree: SourceTree
  ) -> String? {
    if builtIns.contains(id) || id.utf8.suffix(6).elementsEqual("-realm".utf8) {
      return "a client of Keycloak itself"
    }
    if tree.sourceText("protocol", in: node)?.value == "saml" { return "SAML" }
    if tree.sourceFlag("enabled", in: node) == false { return "disabled" }
    if tree.sourceFlag("bearerOnly", in: node) == true {
      return "bearer only, so nobody signs in with it"
    }
    if tree.sourceFlag("standardFlowEnabled", in: node) == false,
      tree.sourceFlag("implicitFlowEnabled", in: node) != true
    {
      return "no flow through the browser"
    }
    return nil
  }

  private static func hideSecret(_ node: NodeID, _ tree: SourceTree, _ facts: inout ImportFacts) {
    if let secret = tree.value(of: "secret", in: node) { facts.hide(tree.location(secret)) }
  }
}

/// A client of a realm.
private struct KeycloakClient {
  private let node: NodeID
  private let id: SourceText
  private let tree: SourceTree
  private let source: ImportSource

  init(_ node: NodeID, _ id: SourceText, _ tree: SourceTree, _ source: ImportSource) {
    self.node = node
    self.id = id
    self.tree = tree
    self.source = source
  }

  /// Without a scope in the token and without consent (`OIDCLoginProtocolFactory`).
  private static let addedScopes: Set<ExactString> = ["web-origins", "acr", "roles", "basic"]

  /// - Parameter reported: the scopes of other clients that were left out.
  func read(
    _ context: FactContext?, into facts: inout ImportFacts, reported: inout Set<ExactString>
  ) {
    let attributes = tree.value(of: "attributes", in: node)
    var client = SourceClient(at: tree.location(node))
    client.context = context
    client.id = id
    if let name = tree.sourceText("name", in: node), !name.value.utf8.isEmpty,
      SourceVariable.first(in: name.value) == nil
    {
      client.name = name
    }
    client.isPublic = tree.sourceFlag("publicClient", in: node) ?? false
    client.secret = tree.value(of: "secret", in: node).map { tree.location($0) }
    client.pattern = .finalStar
    client.freePorts = NativeAddress.loopbackHosts
    client.redirectURIs = absolute(tree.sourceTexts("redirectUris", in: node), into: &facts)
    client.corsOrigins = NativeAddress.expanded(
      tree.sourceTexts("webOrigins", in: node), of: client.redirectURIs)
    client.postLogoutRedirectURIs = postLogout(attributes, client.redirectURIs, &facts)
    client.scopes = scopes(&facts, &reported)
    flows(attributes, &client)
    if let method = tree.sourceText("pkce.code.challenge.method", in: attributes),
      !method.value.utf8.isEmpty
    {
      client.requiresPKCE = method.location
    }
    client.state(into: &facts)
  }

  /// Those of the lists, and `openid`, which is no client scope and which every client may request.
  private func scopes(
    _ facts: inout ImportFacts, _ reported: inout Set<ExactString>
  ) -> [SourceText] {
    var scopes = [SourceText("openid", at: id.location)]
    for scope in tree.sourceTexts("defaultClientScopes", in: node) {
      guard Self.addedScopes.contains(scope.value) else {
        scopes.append(scope)
        continue
      }
      if reported.insert(scope.value).inserted {
        facts.skip(
          scope.value,
          because: "a client scope that Keycloak adds to every token, so no app requests it",
          at: scope.location)
      }
    }
    return scopes
      + tree.sourceTexts("optionalClientScopes", in: node).filter { $0.value != "openid" }
  }

  /// The flags as grant types and response types.
  private func flows(_ attributes: NodeID?, _ client: inout SourceClient) {
    var grants: [SourceText] = []
    var responses: [SourceText] = []
    func add(_ text: GrantType, _ key: String, in node: NodeID?, unless missing: Bool = false) {
      let value = node.flatMap { tree.value(of: key, in: $0) }
      guard value.map(isTrue) ?? missing else { return }
      let location = value.map { tree.location($0) } ?? id.location
      grants.append(SourceText(text.name, at: location))
    }
    add(.authorizationCode, "standardFlowEnabled", in: node, unless: true)
    if let first = grants.first { responses.append(SourceText("code", at: first.location)) }
    add(.refreshToken, "use.refresh.tokens", in: attributes, unless: true)
    if let implicit = tree.value(of: "implicitFlowEnabled", in: node), isTrue(implicit) {
      let location = tree.location(implicit)
      grants.append(SourceText(GrantType.implicit.name, at: location))
      responses += ["token", "id_token"].map { SourceText($0, at: location) }
    }
    add(.password, "directAccessGrantsEnabled", in: node)
    add(.clientCredentials, "serviceAccountsEnabled", in: node)
    add(.deviceCode, "oauth2.device.authorization.grant.enabled", in: attributes)
    add(.tokenExchange, "standard.token.exchange.enabled", in: attributes)
    add(.backchannel, "oidc.ciba.grant.enabled", in: attributes)
    client.grantTypes = grants
    client.responseTypes = responses
  }

  /// Reads the bytes: texts under names with `token` count as secrets in trees.
  private func isTrue(_ node: NodeID) -> Bool {
    let span = tree.span(node)
    return source.file.bytes[span.start..<span.end].filter { $0 != UInt8(ascii: "\"") }
      .elementsEqual("true".utf8)
  }

  // MARK: addresses

  private func absolute(_ texts: [SourceText], into facts: inout ImportFacts) -> [SourceText] {
    let root = tree.sourceText("rootUrl", in: node)?.value
    return texts.compactMap { text in
      guard text.value.utf8.first == UInt8(ascii: "/") else { return text }
      guard let root, !root.utf8.isEmpty else {
        facts.leaveOut(
          .unresolved,
          "\(UTF8Text.quoted(text.value.string)) is relative, and client \(UTF8Text.quoted(id.value.string)) has no `rootUrl`",
          at: text.location, help: "write the address with the host of Keycloak")
        return nil
      }
      return SourceText(ExactString(root.string + text.value.string), at: text.location)
    }
  }

  /// Joined by `##`; `+` stands for the redirect URIs, `-` for nothing.
  private func postLogout(
    _ attributes: NodeID?, _ redirectURIs: [SourceText], _ facts: inout ImportFacts
  ) -> [SourceText] {
    guard let attributes, let value = tree.value(of: "post.logout.redirect.uris", in: attributes)
    else { return [] }
    let texts = tree.sourceParts(of: value) { $0 == UInt8(ascii: "#") }
    if texts.first?.value == "-" { return [] }
    if let plus = texts.first, plus.value == "+" {
      // Patterns and addresses that are left out have been named where they stand.
      return redirectURIs.filter {
        URIPattern.finalStar.admitted(by: $0.value) == nil
      }.map { SourceText($0.value, at: plus.location) }
    }
    return absolute(texts, into: &facts)
  }
}
