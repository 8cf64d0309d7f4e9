import PolicyText
import PolicyModel

/// Clients of Spring Authorization Server in `application.yml`.
///
/// Spring takes `client-id`, `clientId` and `client_id` for one name, keys with dots for nested ones, and a
/// text with commas for a list ("relaxed binding").
package enum SpringKind: ImportKind {
  package static let name = "spring"
  package static let summary = "clients of Spring Authorization Server (application.yml)"
  package static let usualNames = ["application*.yml", "application*.yaml"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard !source.looksLikeJSON,
      source.mentions("authorizationserver") || source.mentions("authorization-server")
    else { return .no }
    return source.documents.contains { !SpringProperties($0.tree).clients.isEmpty } ? .yes : .no
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    for form in source.documents {
      let properties = SpringProperties(form.tree)
      let clients = properties.clients
      guard !clients.isEmpty, let tree = facts.usable(form) else { continue }
      let profile = properties.profile
      let context = profile.map { FactContext([EnvironmentHint(.profile, $0.value)]) }
      for client in clients { read(client, tree, context, &facts) }
    }
  }

  private static func read(
    _ properties: SpringProperties.Client, _ tree: SourceTree, _ context: FactContext?,
    _ facts: inout ImportFacts
  ) {
    func text(_ name: String) -> SourceText? { properties.texts(name, tree).first }
    var client = SourceClient(at: properties.name.location)
    client.context = context
    client.id = text("registration.client-id")
    client.name = text("registration.client-name") ?? properties.name
    let methods = properties.texts("registration.client-authentication-methods", tree)
    client.isPublic = !methods.isEmpty && methods.allSatisfy { $0.value == "none" }
    client.authenticationMethod =
      methods.contains { $0.value == "client_secret_post" }
      ? nil : methods.first ?? SourceText("client_secret_basic", at: client.location)
    client.secret = properties.nodes("registration.client-secret").first.map { tree.location($0) }
    client.redirectURIs = properties.texts("registration.redirect-uris", tree)
    client.postLogoutRedirectURIs = properties.texts("registration.post-logout-redirect-uris", tree)
    client.scopes = properties.texts("registration.scopes", tree)
    let grants = properties.texts("registration.authorization-grant-types", tree)
    client.grantTypes = grants.isEmpty ? nil : grants
    if let proof = text("require-proof-key"), proof.value == "true" {
      client.requiresPKCE = proof.location
    }
    client.state(into: &facts)
  }
}
