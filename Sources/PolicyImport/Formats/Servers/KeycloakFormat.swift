import PolicyModel
import PolicyText

/// Keycloak realms and clients: exports, partial imports, keycloak-config-cli files, and resources of Keycloak's operator.
///
/// Relative URIs are joined to `rootUrl`; without it Keycloak uses its own URL, which the file doesn't contain.
package enum KeycloakFormat: ImportFormat {
  package static let name = "keycloak"
  package static let summary = "Keycloak realm or client export"
  package static let usualNames = ["*realm*.json", "*keycloak*.json", "partial-import.json"]

  fileprivate static let keys = ClientKeys(
    id: "clientId", name: "name", secret: "secret", redirectURIs: "redirectUris",
    corsOrigins: "webOrigins")

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.looksLikeJSON else { return realms(in: source).isEmpty ? .no : .yes }
    guard let root = source.jsonRoot(mentioning: "\"clientId\"") else { return .no }
    if let clients = root["clients"] {
      return clients.items.contains { $0.has("clientId") } ? .yes : .no
    }
    let clients = root.objects.filter { $0.has("clientId") }
    guard !clients.isEmpty else { return .no }
    let signs = ["protocol", "publicClient", "standardFlowEnabled"]
    return clients.contains { client in signs.contains { client.has($0) } }
      ? .yes : .nearly(missing: "protocol")
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard source.looksLikeJSON else {
      for (form, realm) in realms(in: source) where imported.usable(form) != nil {
        read(realm, of: source, into: &imported)
      }
      return
    }
    guard let root = imported.root(of: source.json) else { return }
    read(root, of: source, into: &imported)
  }

  /// The realms of a YAML file for keycloak-config-cli or Keycloak's operator.
  private static func realms(
    in source: ImportSource
  ) -> [(form: ImportSource.Form, realm: SourceObject)] {
    guard source.mentions("clientId:"), source.mentions("redirectUris:") else { return [] }
    return source.documents.compactMap { form in
      guard let root = form.tree.rootObject else { return nil }
      let realm = root["spec"]?["realm"] ?? root
      let hasClients = realm.items("clients").contains {
        $0.has("clientId") && $0.has("redirectUris")
      }
      return hasClients ? (form, realm) : nil
    }
  }

  private static func read(
    _ root: SourceObject, of source: ImportSource, into imported: inout ImportedValues
  ) {
    let context = root.string("realm").map {
      EnvironmentContext([EnvironmentHint(.tenant, $0.value)])
    }
    var skippedScopes: Set<ExactString> = []
    for object in (root["clients"] ?? root).objects {
      guard let id = object.string("clientId") else { continue }
      if let reason = reasonToSkip(id.value, object) {
        imported.skip(id.value, because: reason, at: object.location)
        if let secret = object["secret"] { imported.hide(secret.location) }
      } else {
        let client = KeycloakClient(object: object, id: id, source: source)
        client.read(context, into: &imported, skippedScopes: &skippedScopes)
      }
    }
  }

  private static func reasonToSkip(_ id: ExactString, _ object: SourceObject) -> String? {
    // The clients that every realm has.
    let builtIns: [ExactString] = [
      "account", "account-console", "admin-cli", "broker", "realm-management",
      "security-admin-console",
    ]
    if builtIns.contains(id) || id.hasSuffix("-realm") { return "built-in Keycloak clients" }
    if object.string("protocol")?.value == "saml" { return "SAML clients" }
    if object.flag("enabled") == false { return "disabled clients" }
    if object.flag("bearerOnly") == true { return "bearer-only clients, which have no sign-in" }
    let hasFlow =
      object.flag("standardFlowEnabled") != false || object.flag("implicitFlowEnabled") == true
    return hasFlow ? nil : "clients without a browser sign-in flow"
  }

  /// The post-logout URIs of a list in which `+` stands for the redirect URIs and a first `-` for none.
  static func postLogoutURIs(
    _ uris: [SourceString], _ redirectURIs: [SourceString]
  ) -> [SourceString] {
    guard uris.first?.value != "-" else { return [] }
    // Wildcards are already reported for the redirect URIs.
    let complete = redirectURIs.filter {
      WildcardSyntax.finalStar.description(of: $0.value) == nil
    }
    return uris.flatMap { uri in
      uri.value == "+" ? complete.map { uri.replaced(by: $0.value) } : [uri]
    }
  }

  /// Joins relative URIs to the root URL; reports them if there is none.
  static func absolute(
    _ uris: [SourceString], root: (key: String, url: SourceString?), of client: SourceString,
    _ imported: inout ImportedValues
  ) -> [SourceString] {
    uris.compactMap { uri in
      guard uri.value.hasPrefix("/") else { return uri }
      guard let url = root.url?.nonEmpty else {
        imported.leaveOut(
          .unresolved,
          "\(uri.quoted) is relative, and client \(client.quoted) has no `\(root.key)`",
          at: uri.location, help: "write the URI with Keycloak's host")
        return nil
      }
      return uri.replaced(by: ExactString(url.value.string + uri.value.string))
    }
  }
}

private struct KeycloakClient {
  let object: SourceObject
  let id: SourceString
  let source: ImportSource

  private var attributes: SourceObject? { object["attributes"] }

  /// - Parameter skippedScopes: the scopes already reported for other clients.
  func read(
    _ context: EnvironmentContext?, into imported: inout ImportedValues,
    skippedScopes: inout Set<ExactString>
  ) {
    var client = SourceClient(object, KeycloakFormat.keys)
    client.context = context
    if let name = client.name, SourceVariable.first(in: name.value) != nil { client.name = nil }
    client.isPublic = object.flag("publicClient") ?? false
    client.wildcards = .finalStar
    client.freePorts = NativeURI.loopbackHosts
    client.redirectURIs = absolute(client.redirectURIs, &imported)
    client.corsOrigins = NativeURI.expanded(client.corsOrigins, of: client.redirectURIs)
    client.postLogoutRedirectURIs = postLogoutURIs(client.redirectURIs, &imported)
    client.scopes = scopes(&imported, &skippedScopes)
    setFlows(of: &client)
    client.requiresPKCE = attributes?.string("pkce.code.challenge.method")?.nonEmpty?.location
    client.add(to: &imported)
  }

  private func absolute(
    _ uris: [SourceString], _ imported: inout ImportedValues
  ) -> [SourceString] {
    KeycloakFormat.absolute(
      uris, root: ("rootUrl", object.string("rootUrl")), of: id, &imported)
  }

  /// The client scopes, and `openid`, which every client may request without listing it.
  private func scopes(
    _ imported: inout ImportedValues, _ skipped: inout Set<ExactString>
  ) -> [SourceString] {
    // Scopes with neither a `scope` claim nor consent (`OIDCLoginProtocolFactory`).
    let hidden: Set<ExactString> = ["web-origins", "acr", "roles", "basic"]
    var scopes = [id.replaced(by: "openid")]
    for scope in object.strings("defaultClientScopes") {
      if !hidden.contains(scope.value) {
        scopes.append(scope)
      } else if skipped.insert(scope.value).inserted {
        imported.skip(scope, because: "client scopes that Keycloak adds to every token")
      }
    }
    return scopes + object.strings("optionalClientScopes").filter { $0.value != "openid" }
  }

  /// Translates the flow flags to grant types and response types.
  private func setFlows(of client: inout SourceClient) {
    var grants: [SourceString] = []
    var responses: [SourceString] = []
    func add(_ type: GrantType, _ flag: SourceObject?, default isOn: Bool = false) {
      guard flag.map(isTrue) ?? isOn else { return }
      grants.append(type.found(at: flag?.location ?? id.location))
    }
    add(.authorizationCode, object["standardFlowEnabled"], default: true)
    if let first = grants.first { responses.append(first.replaced(by: "code")) }
    add(.refreshToken, attributes?["use.refresh.tokens"], default: true)
    if let implicit = object["implicitFlowEnabled"], isTrue(implicit) {
      add(.implicit, implicit)
      responses += ["token", "id_token"].map { SourceString($0, at: implicit.location) }
    }
    add(.password, object["directAccessGrantsEnabled"])
    add(.clientCredentials, object["serviceAccountsEnabled"])
    add(.deviceCode, attributes?["oauth2.device.authorization.grant.enabled"])
    add(.tokenExchange, attributes?["standard.token.exchange.enabled"])
    add(.backchannel, attributes?["oidc.ciba.grant.enabled"])
    client.grantTypes = grants
    client.responseTypes = responses
  }

  /// Reads the bytes of the file: trees hide strings whose key contains `token`.
  private func isTrue(_ flag: SourceObject) -> Bool {
    let span = flag.location.span
    return source.file.bytes[span.start..<span.end].filter { $0 != UInt8(ascii: "\"") }
      .elementsEqual("true".utf8)
  }

  /// The URIs between `##`.
  private func postLogoutURIs(
    _ redirectURIs: [SourceString], _ imported: inout ImportedValues
  ) -> [SourceString] {
    let uris =
      attributes?["post.logout.redirect.uris"]?.parts { $0 == UInt8(ascii: "#") } ?? []
    return absolute(KeycloakFormat.postLogoutURIs(uris, redirectURIs), &imported)
  }
}
