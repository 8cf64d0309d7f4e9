import PolicyText

/// Authelia's OpenID Connect clients (`configuration.yml`).
package enum AutheliaFormat: ClientTableFormat {
  package static let name = "authelia"
  package static let summary = "Authelia OpenID Connect clients (configuration.yml)"
  package static let usualNames = ["*authelia*/configuration*.y*ml", "*authelia*.y*ml"]

  static let sign = "identity_providers"
  static let path = "identity_providers.oidc.clients"
  static let keys = ClientKeys(
    id: "client_id|id", name: "client_name|description", secret: "client_secret|secret",
    authenticationMethod: "token_endpoint_auth_method", redirectURIs: "redirect_uris",
    scopes: "scopes", grantTypes: "grant_types", responseTypes: "response_types",
    isPublic: "public", requiresPKCE: "require_pkce")

  static func complete(
    _ client: SourceClient, _ object: SourceObject, in document: SettingsDocument,
    _ imported: inout ImportedValues
  ) -> SourceClient? {
    var client = client
    // The defaults of Authelia.
    if client.authenticationMethod == nil, !client.isPublic {
      client.authenticationMethod = SourceString("client_secret_basic", at: client.location)
    }
    if client.grantTypes.isEmpty {
      client.grantTypes = [SourceString("authorization_code", at: client.location)]
    }
    if client.responseTypes.isEmpty {
      client.responseTypes = [SourceString("code", at: client.location)]
    }
    let method = object.string("pkce_challenge_method")?.nonEmpty
    let enforced = document.string("identity_providers.oidc.enforce_pkce")
    client.requiresPKCE =
      client.requiresPKCE ?? method?.location
      ?? (enforced?.value == "always" ? enforced?.location : nil)
    if let method, method.value == "plain" {
      imported.leaveOut(
        .dropped, "policies don't support the code challenge method `plain`", at: method.location,
        help: "set `pkce_challenge_method: S256`")
    }
    for uri in client.redirectURIs where uri.value.hasPrefix("urn:") {
      imported.skip(uri, because: "values that show codes to users")
    }
    client.redirectURIs.removeAll { $0.value.hasPrefix("urn:") }
    return client
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    readClients(source, into: &imported)
    for document in source.settings {
      for origin in document.strings("identity_providers.oidc.cors.allowed_origins") {
        imported.skip(origin, because: "origins that may call the server, not a client")
      }
    }
  }
}
