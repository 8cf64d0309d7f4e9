import PolicyText

/// Client metadata with the keys of RFC 7591: registrations and client ID metadata documents.
package enum DynamicClientFormat: ImportFormat {
  package static let name = "dynamic"
  package static let summary = "client metadata (RFC 7591)"
  package static let usualNames = ["client.json", "clients.json", "*client-metadata*.json"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    ClientMetadata.recognize(source, isHydra: false)
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    ClientMetadata.read(source, into: &imported)
  }
}

/// Ory Hydra clients: client metadata (one, a list, a page of a list), and `OAuth2Client` resources of hydra-maester.
package enum HydraFormat: ImportFormat {
  package static let name = "hydra"
  package static let summary = "Ory Hydra clients, also as OAuth2Client resources"
  package static let usualNames = ["*hydra*.json", "*hydra*.yaml", "*oauth2client*.yaml"]

  private static let keys = ClientKeys(
    name: "clientName", secret: "secretName", authenticationMethod: "tokenEndpointAuthMethod",
    redirectURIs: "redirectUris", postLogoutRedirectURIs: "postLogoutRedirectUris",
    corsOrigins: "allowedCorsOrigins", grantTypes: "grantTypes", responseTypes: "responseTypes")

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("OAuth2Client"), !source.looksLikeJSON else {
      return ClientMetadata.recognize(source, isHydra: true)
    }
    return source.documents.contains { resource(in: $0.tree) != nil } ? .yes : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard !source.looksLikeJSON else { return ClientMetadata.read(source, into: &imported) }
    for form in source.documents {
      guard let tree = imported.usable(form), let (root, spec) = resource(in: tree) else {
        continue
      }
      // The client ID is in the Kubernetes secret that `secretName` names.
      var client = SourceClient(spec, keys)
      client.name = spec.string("clientName") ?? root["metadata"]?.string("name")
      client.scopes = spec.words("scope") + spec.strings("scopeArray")
      ClientMetadata.setDefaultMethod(of: &client)
      client.context = root["metadata"]?.string("namespace").map {
        EnvironmentContext([EnvironmentHint(.tenant, $0.value)])
      }
      client.add(to: &imported)
    }
  }

  private static func resource(in tree: SourceTree) -> (root: SourceObject, spec: SourceObject)? {
    guard let root = tree.rootObject, root.string("kind")?.value == "OAuth2Client",
      let spec = root["spec"]
    else { return nil }
    return (root, spec)
  }
}

/// JSON client metadata: a client, a list of clients, or a page of a list.
private enum ClientMetadata {
  private static let keys = ClientKeys(
    id: "client_id", name: "client_name", secret: "client_secret", type: "application_type",
    authenticationMethod: "token_endpoint_auth_method", redirectURIs: "redirect_uris",
    postLogoutRedirectURIs: "post_logout_redirect_uris", corsOrigins: "allowed_cors_origins",
    grantTypes: "grant_types", responseTypes: "response_types")

  static func recognize(_ source: ImportSource, isHydra: Bool) -> ImportRecognition {
    guard let root = source.jsonRoot(mentioning: "\"redirect_uris\"") else { return .no }
    let clients = clients(root).filter { $0.has("redirect_uris") }
    func hasOne(of keys: [String]) -> Bool {
      clients.contains { client in keys.contains { client.has($0) } }
    }
    guard !clients.isEmpty,
      hasOne(of: ["skip_consent", "owner", "allowed_cors_origins"]) == isHydra
    else { return .no }
    guard
      hasOne(of: ["grant_types", "token_endpoint_auth_method", "response_types", "client_name"])
    else { return .nearly(missing: "grant_types") }
    return hasOne(of: ["client_id", "client_name"]) ? .yes : .nearly(missing: "client_id")
  }

  static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let root = imported.root(of: source.json) else { return }
    for object in clients(root) {
      var client = SourceClient(object, keys)
      client.scopes = object.words("scope")
      setDefaultMethod(of: &client)
      client.add(to: &imported)
    }
  }

  private static func clients(_ root: SourceObject) -> [SourceObject] {
    (root["items"] ?? root).objects
  }

  /// Sets the default authentication method (RFC 7591 section 2).
  static func setDefaultMethod(of client: inout SourceClient) {
    client.authenticationMethod =
      client.authenticationMethod ?? SourceString("client_secret_basic", at: client.location)
  }
}
