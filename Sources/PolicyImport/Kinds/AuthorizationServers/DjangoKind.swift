import PolicyText
import PolicyModel

/// Applications of Django OAuth Toolkit in a fixture; lists are texts with white space.
package enum DjangoKind: ImportKind {
  package static let name = "django-oauth"
  package static let summary = "applications of Django OAuth Toolkit (fixtures)"
  package static let usualNames = ["*fixtures/*.json", "*seed*.json"]

  private static let model: ExactString = "oauth2_provider.application"

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.looksLikeJSON, source.mentions(model.string), let root = source.json.tree.root
    else { return .no }
    return applications(root, source.json.tree).isEmpty ? .no : .yes
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.json), let root = tree.root else { return }
    for node in applications(root, tree) {
      guard let fields = tree.value(of: "fields", in: node) else { continue }
      var client = SourceClient(at: tree.location(node))
      client.id = tree.sourceText("client_id", in: fields)
      client.name = tree.sourceText("name", in: fields).flatMap {
        $0.value.utf8.isEmpty ? nil : $0
      }
      client.isPublic = tree.sourceText("client_type", in: fields)?.value == "public"
      client.secret = tree.value(of: "client_secret", in: fields).map { tree.location($0) }
      // `ALLOW_URI_WILDCARDS` is a setting of the server; without it such an entry matches nothing.
      client.pattern = .hostStar
      client.redirectURIs = tree.sourceWords("redirect_uris", in: fields)
      client.postLogoutRedirectURIs = tree.sourceWords("post_logout_redirect_uris", in: fields)
      client.corsOrigins = tree.sourceWords("allowed_origins", in: fields)
      grant(tree.sourceText("authorization_grant_type", in: fields), &client)
      client.state(into: &facts)
    }
  }

  private static func applications(_ root: NodeID, _ tree: SourceTree) -> [NodeID] {
    tree.items(root).filter { tree.sourceText("model", in: $0)?.value == model }
  }

  /// The toolkit has one grant type for each application.
  private static func grant(_ grant: SourceText?, _ client: inout SourceClient) {
    guard let grant else { return }
    func texts(_ values: ExactString...) -> [SourceText] {
      values.map { SourceText($0, at: grant.location) }
    }
    switch grant.value {
    case "implicit":
      client.grantTypes = texts(GrantType.implicit.name)
      client.responseTypes = texts("token", "id_token")
    case "openid-hybrid":
      client.grantTypes = texts(
        GrantType.authorizationCode.name, GrantType.refreshToken.name, GrantType.implicit.name)
      client.responseTypes = texts("code", "code token", "code id_token", "code id_token token")
    case "password": client.grantTypes = texts(GrantType.password.name)
    case "client-credentials": client.grantTypes = texts(GrantType.clientCredentials.name)
    default: break
    }
  }
}
