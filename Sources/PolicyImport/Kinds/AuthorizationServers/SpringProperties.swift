import PolicyText

/// The properties of a document as Spring sees them: one level, whatever was nested.
struct SpringProperties {
  /// What a client is told.
  struct Client {
    /// Its key.
    let name: SourceText
    /// Names below the key, in their plain form, with their values.
    fileprivate(set) var properties: [(path: [[UInt8]], node: NodeID)] = []

    /// The values of a property, also those with an index behind its name.
    func nodes(_ name: String) -> [NodeID] {
      let path = SpringProperties.path(name)
      return properties.filter { $0.path.starts(with: path) }.map(\.node)
    }

    /// The texts of a list, also of a text with commas.
    func texts(_ name: String, _ tree: SourceTree) -> [SourceText] {
      nodes(name).flatMap { node in
        tree.kind(node) == .scalar
          ? tree.sourceParts(of: node) { $0 == UInt8(ascii: ",") || $0 == 0x20 || $0 == 0x0A }
          : tree.items(node).compactMap { tree.sourceText($0) }
      }
    }
  }

  /// The clients of the authorization server in their order.
  private(set) var clients: [Client] = []
  /// The profile that the document belongs to.
  private(set) var profile: SourceText?

  init(_ tree: SourceTree) {
    guard let root = tree.root, tree.kind(root) == .mapping else { return }
    let start = Self.path("spring.security.oauth2.authorizationserver.client")
    var open: [(path: [[UInt8]], name: SourceText?, node: NodeID)] = [([], nil, root)]
    while let (path, name, node) = open.popLast() {
      if tree.kind(node) == .mapping, path.count < 32 {
        for entry in Array(tree.entries(node)).reversed() {
          let names = Self.path(tree.textBytes(entry.key))
          let whole = path + names
          // The key of a client, which may be a part of a longer name.
          var client = name
          if client == nil, whole.count > start.count, whole.starts(with: start) {
            let raw = tree.textBytes(entry.key).split(separator: UInt8(ascii: "."))
            let index = start.count - path.count
            client = SourceText(
              raw.indices.contains(index) ? ExactString(decoding: raw[index]) : "client",
              at: tree.location(entry.key))
          }
          open.append((whole, client, entry.value))
        }
      } else if let name {
        add(Array(path.dropFirst(start.count)), name, node)
      } else if path == Self.path("spring.config.activate.on-profile")
        || path == Self.path("spring.profiles")
      {
        profile = tree.sourceText(node)
      }
    }
  }

  private mutating func add(_ path: [[UInt8]], _ name: SourceText, _ node: NodeID) {
    let index = clients.firstIndex { $0.name.value == name.value } ?? clients.count
    if index == clients.count { clients.append(Client(name: name)) }
    clients[index].properties.append((Array(path.dropFirst()), node))
  }

  /// Names as Spring compares them: without case, hyphens and underscores.
  fileprivate static func path(_ name: String) -> [[UInt8]] { path(Array(name.utf8)[...]) }

  private static func path(_ name: ArraySlice<UInt8>) -> [[UInt8]] {
    name.split(separator: UInt8(ascii: ".")).map { part in
      part.compactMap { byte in
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") ? nil : ASCII.lowercased(byte)
      }
    }
  }
}
