import PolicyModel
import PolicyText

/// Spring Authorization Server clients in `application.yml`.
///
/// With relaxed binding, `client-id`, `clientId` and `client_id` are the same key, keys with dots are nested keys, and a
/// string with commas is a list.
package enum SpringFormat: ImportFormat {
  package static let name = "spring"
  package static let summary = "Spring Authorization Server clients (application.yml)"
  package static let usualNames = ["application*.yml", "application*.yaml"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard !source.looksLikeJSON,
      source.mentions("authorizationserver") || source.mentions("authorization-server")
    else { return .no }
    return source.documents.contains { !SpringProperties($0.tree).clients.isEmpty } ? .yes : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    for form in source.documents {
      let properties = SpringProperties(form.tree)
      guard !properties.clients.isEmpty, imported.usable(form) != nil else { continue }
      let context = properties.profile.map {
        EnvironmentContext([EnvironmentHint(.profile, $0.value)])
      }
      for client in properties.clients {
        var client = self.client(client)
        client.context = context
        client.add(to: &imported)
      }
    }
  }

  private static func client(_ properties: SpringProperties.Client) -> SourceClient {
    func strings(_ name: String) -> [SourceString] { properties.strings("registration." + name) }
    var client = SourceClient(at: properties.name.location)
    client.id = strings("client-id").first
    client.name = strings("client-name").first ?? properties.name
    let methods = strings("client-authentication-methods")
    client.isPublic = !methods.isEmpty && methods.allSatisfy { $0.value == "none" }
    client.authenticationMethod =
      methods.contains { $0.value == "client_secret_post" }
      ? nil : methods.first ?? SourceString("client_secret_basic", at: client.location)
    client.secret = properties.values("registration.client-secret").first?.location
    client.redirectURIs = strings("redirect-uris")
    client.postLogoutRedirectURIs = strings("post-logout-redirect-uris")
    client.scopes = strings("scopes")
    let grants = strings("authorization-grant-types")
    client.grantTypes = grants.isEmpty ? nil : grants
    if let required = properties.strings("require-proof-key").first, required.value == "true" {
      client.requiresPKCE = required.location
    }
    return client
  }
}

/// The properties of a document, flattened.
private struct SpringProperties {
  /// A registered client.
  struct Client {
    /// Its key.
    let name: SourceString
    /// Normalized names below the key, and their values.
    fileprivate(set) var properties: [(path: [[UInt8]], value: SourceObject)] = []

    /// The values of a property, also with an index after its name.
    func values(_ name: String) -> [SourceObject] {
      let path = SpringProperties.path(name)
      return properties.filter { $0.path.starts(with: path) }.map(\.value)
    }

    /// The strings of a list, or of a string with commas.
    func strings(_ name: String) -> [SourceString] {
      values(name).flatMap { value in
        value.tree.kind(value.node) == .scalar
          ? value.parts { $0 == UInt8(ascii: ",") || $0 == 0x20 || $0 == 0x0A }
          : value.items.compactMap(\.string)
      }
    }
  }

  private(set) var clients: [Client] = []
  /// The Spring profile that the document is for.
  private(set) var profile: SourceString?

  init(_ tree: SourceTree) {
    guard let root = tree.root, tree.kind(root) == .mapping else { return }
    let start = Self.path("spring.security.oauth2.authorizationserver.client")
    var open: [(path: [[UInt8]], name: SourceString?, node: NodeID)] = [([], nil, root)]
    while let (path, name, node) = open.popLast() {
      if tree.kind(node) == .mapping, path.count < 32 {
        for entry in Array(tree.entries(node)).reversed() {
          let whole = path + Self.path(tree.textBytes(entry.key))
          // The client's key, which can be part of a dotted name.
          var client = name
          if client == nil, whole.count > start.count, whole.starts(with: start) {
            let raw = tree.textBytes(entry.key).split(separator: UInt8(ascii: "."))
            let index = start.count - path.count
            client = SourceString(
              raw.indices.contains(index) ? ExactString(decoding: raw[index]) : "client",
              at: tree.location(entry.key))
          }
          open.append((whole, client, entry.value))
        }
      } else if let name {
        let index = clients.firstIndex { $0.name.value == name.value } ?? clients.count
        if index == clients.count { clients.append(Client(name: name)) }
        clients[index].properties.append(
          (Array(path.dropFirst(start.count + 1)), SourceObject(node, in: tree)))
      } else if path == Self.path("spring.config.activate.on-profile")
        || path == Self.path("spring.profiles")
      {
        profile = tree.string(node)
      }
    }
  }

  /// Names as Spring compares them: without case, hyphens and underscores.
  private static func path(_ name: String) -> [[UInt8]] { path(Array(name.utf8)[...]) }

  private static func path(_ name: ArraySlice<UInt8>) -> [[UInt8]] {
    name.split(separator: UInt8(ascii: ".")).map { part in
      part.compactMap { byte in
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") ? nil : ASCII.lowercased(byte)
      }
    }
  }
}
