import PolicyModel
import PolicyText

/// Dex's `staticClients`: in its configuration, in Helm values, or in a ConfigMap.
package enum DexFormat: ClientTableFormat {
  package static let name = "dex"
  package static let summary = "Dex static clients"
  package static let usualNames = ["*dex*.yaml", "*dex*.yml", "config*.yaml", "values*.yaml"]

  static let sign = "staticClients"
  static let path = "staticClients"
  static let keys = ClientKeys(
    id: "id", name: "name", secret: "secret", redirectURIs: "redirectURIs",
    postLogoutRedirectURIs: "postLogoutRedirectURIs", isPublic: "public")

  static func isClient(_ object: SourceObject) -> Bool { true }

  static func complete(
    _ client: SourceClient, _ object: SourceObject, in document: SettingsDocument,
    _ imported: inout ImportedValues
  ) -> SourceClient? {
    var client = client
    client.id =
      client.id
      ?? object.string("idEnv").map { $0.replaced(by: ExactString("${\($0.value.string)}")) }
    if let variable = object.string("secretEnv") {
      client.secretReference = (.env(variable.value), variable.location)
    }
    let uris = client.redirectURIs
    for uri in uris where uri.value.hasPrefix("/") {
      imported.leaveOut(
        .dropped, "\(uri.quoted) is Dex's own path for the device flow", at: uri.location,
        help: "no action needed: policies don't describe the device flow")
    }
    client.redirectURIs = uris.filter { !$0.value.hasPrefix("/") }
    guard client.isPublic, uris.isEmpty, let id = client.id else { return client }
    imported.leaveOut(
      .wildcard, "client \(id.quoted) lists no redirect URI, so Dex accepts any loopback URI",
      at: client.location,
      help: "list the loopback URIs that apps send, such as `http://127.0.0.1/…` without a port")
    return nil
  }
}
