import PolicyModel
import PolicyText

/// Dex's `staticClients`: in its configuration, in Helm values below `config`, or in a ConfigMap.
package enum DexFormat: ImportFormat {
  package static let name = "dex"
  package static let summary = "Dex static clients"
  package static let usualNames = ["*dex*.yaml", "*dex*.yml", "config*.yaml", "values*.yaml"]

  private static let keys = ClientKeys(
    id: "id", name: "name", secret: "secret", redirectURIs: "redirectURIs",
    postLogoutRedirectURIs: "postLogoutRedirectURIs")

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("staticClients") else { return .no }
    return forms(of: source).contains { !clients(in: $0.tree).isEmpty } ? .yes : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    for form in forms(of: source) {
      let clients = clients(in: form.tree)
      guard !clients.isEmpty, imported.usable(form) != nil else { continue }
      for client in clients { read(client, into: &imported) }
    }
  }

  /// The documents of the file, and the documents in a ConfigMap's block scalars.
  private static func forms(of source: ImportSource) -> [ImportSource.Form] {
    let documents = source.documents
    let nested = documents.flatMap { form -> [ImportSource.Form] in
      guard let data = form.tree.rootObject?["data"] else { return [] }
      return form.tree.entries(data.node).filter { form.tree.style($0.value) == .literal }
        .map { source.document(within: form.tree.span($0.value)) }
    }
    return documents + nested
  }

  private static func clients(in tree: SourceTree) -> [SourceObject] {
    guard let root = tree.rootObject else { return [] }
    return [root, root["config"], root["dex"]?["config"]].flatMap {
      $0?.objects("staticClients") ?? []
    }
  }

  private static func read(_ object: SourceObject, into imported: inout ImportedValues) {
    var client = SourceClient(object, keys)
    client.name = object.string("name")
    client.id =
      client.id
      ?? object.string("idEnv").map { $0.replaced(by: ExactString("${\($0.value.string)}")) }
    client.isPublic = object.flag("public") ?? false
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
    if client.isPublic, uris.isEmpty, let id = client.id {
      imported.leaveOut(
        .wildcard, "client \(id.quoted) has no redirect URI, so Dex accepts any loopback URI",
        at: client.location,
        help: "list the loopback URIs that apps send, such as `http://127.0.0.1/…` without a port")
      return
    }
    client.add(to: &imported)
  }
}
