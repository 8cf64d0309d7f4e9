import PolicyText
import PolicyModel

/// Client metadata as RFC 7591 names it: registrations, client ID metadata documents, clients of Ory Hydra
/// (one, a list, a page of a list, `OAuth2Client` resources of Kubernetes).
package enum DynamicClientKind: ImportKind {
  package static let name = "dynamic"
  package static let summary = "client metadata (RFC 7591)"
  package static let usualNames = ["client.json", "clients.json", "*client-metadata*.json"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    MetadataReading.recognize(source) { !$0 }
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    MetadataReading.read(source, into: &facts)
  }
}

/// The same with what only Ory Hydra has.
package enum HydraKind: ImportKind {
  package static let name = "hydra"
  package static let summary = "clients of Ory Hydra, also as OAuth2Client resources"
  package static let usualNames = ["*hydra*.json", "*hydra*.yaml", "*oauth2client*.yaml"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    if source.mentions("OAuth2Client"), !source.looksLikeJSON {
      let isResource = source.documents.contains { form in
        form.tree.root.map { MetadataReading.isResource($0, form.tree) } ?? false
      }
      return isResource ? .yes : .no
    }
    return MetadataReading.recognize(source) { $0 }
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard !source.looksLikeJSON else { return MetadataReading.read(source, into: &facts) }
    for form in source.documents {
      guard let tree = facts.usable(form), let root = tree.root,
        MetadataReading.isResource(root, tree)
      else { continue }
      MetadataReading.resource(root, tree, &facts)
    }
  }
}

/// Reads client metadata.
enum MetadataReading {
  /// - Parameter isWanted: whether Hydra's or other metadata is asked for.
  static func recognize(
    _ source: ImportSource, isWanted: (_ isHydra: Bool) -> Bool
  ) -> ImportRecognition {
    guard source.looksLikeJSON, source.mentions("\"redirect_uris\""),
      let root = source.json.tree.root
    else { return .no }
    let tree = source.json.tree
    let clients = clients(root, tree).filter { has("redirect_uris", $0, tree) }
    guard !clients.isEmpty else { return .no }
    let isHydra = clients.contains { client in
      ["skip_consent", "owner", "allowed_cors_origins"].contains { has($0, client, tree) }
    }
    guard isWanted(isHydra) else { return .no }
    let signs = ["grant_types", "token_endpoint_auth_method", "response_types", "client_name"]
    guard clients.contains(where: { client in signs.contains { has($0, client, tree) } }) else {
      return .nearly(missing: "grant_types")
    }
    return clients.contains { has("client_id", $0, tree) || has("client_name", $0, tree) }
      ? .yes : .nearly(missing: "client_id")
  }

  static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.json), let root = tree.root else { return }
    for client in clients(root, tree) { read(client, tree, &facts) }
  }

  /// True for an `OAuth2Client` of hydra-maester.
  static func isResource(_ root: NodeID, _ tree: SourceTree) -> Bool {
    tree.sourceText("kind", in: root)?.value == "OAuth2Client"
      && tree.value(of: "spec", in: root) != nil
  }

  /// The ID stands in the Kubernetes secret that the resource names.
  static func resource(_ root: NodeID, _ tree: SourceTree, _ facts: inout ImportFacts) {
    guard let spec = tree.value(of: "spec", in: root) else { return }
    let metadata = tree.value(of: "metadata", in: root)
    var client = SourceClient(at: tree.location(spec))
    client.name =
      tree.sourceText("clientName", in: spec) ?? tree.sourceText("name", in: metadata)
    client.redirectURIs = tree.sourceTexts("redirectUris", in: spec)
    client.postLogoutRedirectURIs = tree.sourceTexts("postLogoutRedirectUris", in: spec)
    client.corsOrigins = tree.sourceTexts("allowedCorsOrigins", in: spec)
    client.scopes =
      tree.sourceWords("scope", in: spec) + tree.sourceTexts("scopeArray", in: spec)
    client.grantTypes = tree.sourceTexts("grantTypes", in: spec)
    client.responseTypes = tree.sourceTexts("responseTypes", in: spec)
    method(tree.sourceText("tokenEndpointAuthMethod", in: spec), &client)
    // Its name counts as a secret for the readers, so it is only said that there is one.
    client.secret = tree.value(of: "secretName", in: spec).map { tree.location($0) }
    client.context = tree.sourceText("namespace", in: metadata).map {
      FactContext([EnvironmentHint(.tenant, $0.value)])
    }
    client.state(into: &facts)
  }

  /// A client, a list of them, or a page of a list.
  private static func clients(_ root: NodeID, _ tree: SourceTree) -> [NodeID] {
    tree.sourceMappings(tree.value(of: "items", in: root) ?? root)
  }

  private static func has(_ key: String, _ node: NodeID, _ tree: SourceTree) -> Bool {
    tree.value(of: key, in: node) != nil
  }

  private static func read(
    _ node: NodeID, _ tree: SourceTree, _ facts: inout ImportFacts
  ) {
    var client = SourceClient(at: tree.location(node))
    client.id = tree.sourceText("client_id", in: node)
    client.name = tree.sourceText("client_name", in: node).flatMap {
      $0.value.utf8.isEmpty ? nil : $0
    }
    switch tree.sourceText("application_type", in: node)?.value {
    case "native": client.type = .native
    case "web": client.type = .web
    default: break
    }
    method(tree.sourceText("token_endpoint_auth_method", in: node), &client)
    client.secret = tree.value(of: "client_secret", in: node).map { tree.location($0) }
    client.redirectURIs = tree.sourceTexts("redirect_uris", in: node)
    client.postLogoutRedirectURIs = tree.sourceTexts("post_logout_redirect_uris", in: node)
    client.corsOrigins = tree.sourceTexts("allowed_cors_origins", in: node)
    client.scopes = tree.sourceWords("scope", in: node)
    // RFC 7591 section 2: without a list, codes alone.
    let grants = tree.sourceTexts("grant_types", in: node)
    client.grantTypes = grants.isEmpty ? nil : grants
    client.responseTypes = tree.sourceTexts("response_types", in: node)
    client.state(into: &facts)
  }

  /// Without a method the client sends its secret in the header (RFC 7591 section 2).
  private static func method(_ method: SourceText?, _ client: inout SourceClient) {
    client.isPublic = method?.value == "none"
    client.authenticationMethod = method ?? SourceText("client_secret_basic", at: client.location)
  }
}
