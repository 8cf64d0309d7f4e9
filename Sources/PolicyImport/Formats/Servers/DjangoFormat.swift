import PolicyModel
import PolicyText

/// Django OAuth Toolkit applications in a fixture; lists are strings separated by whitespace.
package enum DjangoFormat: ImportFormat {
  package static let name = "django-oauth"
  package static let summary = "Django OAuth Toolkit applications (fixtures)"
  package static let usualNames = ["*fixtures/*.json", "*seed*.json"]

  private static let model = "oauth2_provider.application"
  private static let keys = ClientKeys(
    id: "client_id", name: "name", secret: "client_secret", redirectURIs: "redirect_uris",
    postLogoutRedirectURIs: "post_logout_redirect_uris", corsOrigins: "allowed_origins",
    listsAreWords: true)

  /// The grant types and response types of `authorization_grant_type`. `authorization-code` is the default.
  private static let grants: [ExactString: (types: [GrantType], responses: [ExactString])] = [
    "implicit": ([.implicit], ["token", "id_token"]),
    "openid-hybrid": (
      [.authorizationCode, .refreshToken, .implicit],
      ["code", "code token", "code id_token", "code id_token token"]
    ),
    "password": ([.password], []),
    "client-credentials": ([.clientCredentials], []),
  ]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    source.jsonRoot(mentioning: model).map { !applications($0).isEmpty } == true ? .yes : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let root = imported.root(of: source.json) else { return }
    for application in applications(root) {
      guard let fields = application["fields"] else { continue }
      var client = SourceClient(fields, keys)
      client.location = application.location
      client.isPublic = fields.string("client_type")?.value == "public"
      // `ALLOW_URI_WILDCARDS` is a server setting; without it, such an entry matches no URI.
      client.wildcards = .hostStar
      if let grant = fields.string("authorization_grant_type"), let found = grants[grant.value] {
        client.grantTypes = found.types.map { $0.found(at: grant.location) }
        client.responseTypes = found.responses.map { grant.replaced(by: $0) }
      }
      client.add(to: &imported)
    }
  }

  private static func applications(_ root: SourceObject) -> [SourceObject] {
    root.items.filter { $0.string("model")?.value == ExactString(model) }
  }
}
