import PolicyText
import PolicyModel

/// Apps of Okta, as its API answers: one, or a list.
package enum OktaKind: ImportKind {
  package static let name = "okta"
  package static let summary = "OpenID Connect apps of Okta, as its API answers"
  package static let usualNames = ["*okta*.json"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.looksLikeJSON, source.mentions("oauthClient"), let root = source.json.tree.root
    else { return .no }
    let tree = source.json.tree
    let apps = tree.sourceMappings(root).filter { client($0, tree) != nil }
    guard !apps.isEmpty else { return .no }
    let isApp = apps.contains { tree.value(of: "signOnMode", in: $0) != nil }
    return isApp ? .yes : .nearly(missing: "signOnMode")
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.json), let root = tree.root else { return }
    for app in tree.sourceMappings(root) {
      let label = tree.sourceText("label", in: app)
      guard let settings = client(app, tree),
        tree.sourceText("signOnMode", in: app)?.value == "OPENID_CONNECT"
      else {
        facts.skip(
          label?.value ?? "an app", because: "no OpenID Connect", at: tree.location(app))
        continue
      }
      if tree.sourceText("status", in: app)?.value == "INACTIVE" {
        facts.skip(label?.value ?? "an app", because: "disabled", at: tree.location(app))
        continue
      }
      let credentials = tree.value(of: "credentials", in: app).flatMap {
        tree.value(of: "oauthClient", in: $0)
      }
      var client = Self.client(settings, credentials, tree)
      client.location = tree.location(app)
      client.name = label
      client.state(into: &facts)
    }
  }

  /// A client from its settings; the provider of Terraform has the same names in one block.
  static func client(_ settings: NodeID, _ credentials: NodeID?, _ tree: SourceTree) -> SourceClient
  {
    let credentials = credentials ?? settings
    var client = SourceClient(at: tree.location(settings))
    client.id = tree.sourceText("client_id", in: credentials)
    let method = tree.sourceText("token_endpoint_auth_method", in: credentials)
    let kind =
      tree.sourceText("application_type", in: settings) ?? tree.sourceText("type", in: settings)
    switch kind?.value {
    case "native": client.type = .native
    case "web", "browser": client.type = .web
    default: break
    }
    client.isPublic = method.map { $0.value == "none" } ?? (kind?.value == "browser")
    client.authenticationMethod = method ?? SourceText("client_secret_basic", at: client.location)
    client.secret = tree.value(of: "client_secret", in: credentials).map { tree.location($0) }
    if let required = tree.value(of: "pkce_required", in: credentials),
      tree.text(required, equals: "true")
    {
      client.requiresPKCE = tree.location(required)
    }
    let wildcards = tree.sourceText("wildcard_redirect", in: settings)?.value
    client.pattern = wildcards == "SUBDOMAIN" ? .hostStar : .none
    client.redirectURIs = tree.sourceTexts("redirect_uris", in: settings)
    client.postLogoutRedirectURIs = tree.sourceTexts("post_logout_redirect_uris", in: settings)
    let grants = tree.sourceTexts("grant_types", in: settings)
    client.grantTypes = grants.isEmpty ? nil : grants
    client.responseTypes = tree.sourceTexts("response_types", in: settings)
    return client
  }

  private static func client(_ app: NodeID, _ tree: SourceTree) -> NodeID? {
    tree.value(of: "settings", in: app).flatMap { tree.value(of: "oauthClient", in: $0) }
  }
}
