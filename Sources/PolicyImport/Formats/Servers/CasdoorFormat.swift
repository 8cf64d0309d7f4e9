import PolicyModel
import PolicyText

/// Applications in Casdoor's `init_data.json`.
package enum CasdoorFormat: ClientTableFormat {
  package static let name = "casdoor"
  package static let summary = "Casdoor applications (init_data.json)"
  package static let usualNames = ["init_data*.json"]

  static let sign = "\"organization\""
  static let path = "applications"
  static let keys = ClientKeys(
    id: "clientId", name: "name", secret: "clientSecret", redirectURIs: "redirectUris",
    grantTypes: "grantTypes")

  static func isClient(_ object: SourceObject) -> Bool {
    object.has("organization") && object.has("clientId")
  }

  static func complete(
    _ client: SourceClient, _ object: SourceObject, in document: SettingsDocument,
    _ imported: inout ImportedValues
  ) -> SourceClient? {
    var client = client
    client.redirectURIs = client.redirectURIs.filter { uri in
      let isPattern = uri.value.utf8.contains { "*^$()[]\\|+".utf8.contains($0) }
      if isPattern || URIParts(uri.value).scheme == nil {
        imported.leaveOut(
          .wildcard,
          "\(uri.quoted) matches \(isPattern ? "a regular expression" : "any URI of the host and its subdomains")",
          at: uri.location,
          help: "list the URIs that apps send; `linkpolicy replay` finds them in logs")
        return false
      }
      return !uri.value.isEmpty
    }
    if let first = client.redirectURIs.first {
      imported.leaveOut(
        .pattern,
        "Casdoor also accepts subdomains of \(first.quoted) and loopback URIs; the policy doesn't",
        at: first.location, help: "list all URIs that apps send")
    }
    return client
  }
}

/// Applications in an export of Zitadel's Admin API.
package enum ZitadelFormat: ClientTableFormat {
  package static let name = "zitadel"
  package static let summary = "Zitadel OIDC applications (Admin API export)"
  package static let usualNames = ["*zitadel*.json"]

  static let sign = "oidcApps"
  static let path = "oidcApps"
  static let keys = ClientKeys()

  static func isClient(_ object: SourceObject) -> Bool {
    object["app"]?.has("redirectUris") == true
  }

  static func complete(
    _ client: SourceClient, _ object: SourceObject, in document: SettingsDocument,
    _ imported: inout ImportedValues
  ) -> SourceClient? {
    let keys = ClientKeys(
      name: "name", redirectURIs: "redirectUris", postLogoutRedirectURIs: "postLogoutRedirectUris",
      corsOrigins: "additionalOrigins")
    return object["app"].flatMap { self.client($0, keys, "appType", "authMethodType", &imported) }
  }

  /// An application; Terraform's provider has the same values under other keys.
  static func client(
    _ app: SourceObject, _ keys: ClientKeys, _ type: String, _ method: String,
    _ imported: inout ImportedValues
  ) -> SourceClient? {
    var client = SourceClient(app, keys)
    if imported.leavesOutComputed(app, [type, method], of: client.name) { return nil }
    client.isPublic = app.string(method)?.value.hasSuffix("_NONE") ?? false
    if let type = app.string(type)?.value {
      client.type = type.hasSuffix("_NATIVE") ? .native : .web
    }
    return client
  }
}
