import PolicyText

/// Okta apps as the Okta API returns them: one, or a list.
package enum OktaFormat: ImportFormat {
  package static let name = "okta"
  package static let summary = "Okta OpenID Connect apps from the Okta API"
  package static let usualNames = ["*okta*.json"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard let root = source.jsonRoot(mentioning: "oauthClient") else { return .no }
    let apps = root.objects.filter { $0["settings"]?.has("oauthClient") == true }
    guard !apps.isEmpty else { return .no }
    return apps.contains { $0.has("signOnMode") } ? .yes : .nearly(missing: "signOnMode")
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let root = imported.root(of: source.json) else { return }
    for app in root.objects {
      let label = app.string("label")
      guard let settings = app["settings"]?["oauthClient"],
        app.string("signOnMode")?.value == "OPENID_CONNECT"
      else {
        imported.skip(
          label?.value ?? "an app", because: "apps without OpenID Connect", at: app.location)
        continue
      }
      if app.string("status")?.value == "INACTIVE" {
        imported.skip(label?.value ?? "an app", because: "disabled clients", at: app.location)
        continue
      }
      var client = client(settings, credentials: app["credentials"]?["oauthClient"])
      client.location = app.location
      client.name = label
      client.add(to: &imported)
    }
  }

  /// A client from its settings. Okta's Terraform provider has the same keys in one block.
  static func client(_ settings: SourceObject, credentials: SourceObject?) -> SourceClient {
    let credentials = credentials ?? settings
    let keys = ClientKeys(
      type: settings.string("application_type") != nil ? "application_type" : "type",
      redirectURIs: "redirect_uris", postLogoutRedirectURIs: "post_logout_redirect_uris",
      grantTypes: "grant_types", responseTypes: "response_types")
    var client = SourceClient(settings, keys)
    client.id = credentials.string("client_id")
    let method = credentials.string("token_endpoint_auth_method")
    client.isPublic =
      method.map { $0.value == "none" } ?? (settings.string(keys.type)?.value == "browser")
    client.authenticationMethod =
      method ?? SourceString("client_secret_basic", at: client.location)
    client.secret = credentials["client_secret"]?.location
    if let required = credentials["pkce_required"]?.text, required.value == "true" {
      client.requiresPKCE = required.location
    }
    let usesWildcards = settings.string("wildcard_redirect")?.value == "SUBDOMAIN"
    client.wildcards = usesWildcards ? .hostStar : .none
    return client
  }
}
