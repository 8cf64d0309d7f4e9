import PolicyText

/// A format described by a table: the path of its clients, and the keys of their properties.
protocol ClientTableFormat: ImportFormat {
  /// A string that all files of the format contain: a quick check before parsing.
  static var sign: String { get }
  /// The path of the clients, at any depth: a list, or a mapping by name. Empty for objects anywhere.
  static var path: String { get }
  static var keys: ClientKeys { get }

  static func isClient(_ object: SourceObject) -> Bool
  /// Completes a client with properties that need code. Returns nil for a client that isn't
  /// imported, which is already reported.
  static func complete(
    _ client: SourceClient, _ object: SourceObject, in document: SettingsDocument,
    _ imported: inout ImportedValues
  ) -> SourceClient?
}

extension ClientTableFormat {
  static func isClient(_ object: SourceObject) -> Bool {
    object.has(object.key(keys.id)) || object.has(object.key(keys.redirectURIs))
  }

  static func complete(
    _ client: SourceClient, _ object: SourceObject, in document: SettingsDocument,
    _ imported: inout ImportedValues
  ) -> SourceClient? { client }

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions(sign) else { return .no }
    return source.settings.contains { !clients(in: $0).isEmpty } ? .yes : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    readClients(source, into: &imported)
  }

  static func readClients(_ source: ImportSource, into imported: inout ImportedValues) {
    for document in source.settings {
      let clients = clients(in: document)
      guard !clients.isEmpty, imported.usable(document.form) != nil else { continue }
      for object in clients {
        let client = SourceClient(object, keys)
        let decisive = [keys.isPublic, keys.authenticationMethod, keys.type, keys.requiresPKCE]
        if imported.leavesOutComputed(object, decisive, of: client.id ?? client.name) { continue }
        complete(client, object, in: document, &imported)?.add(to: &imported)
      }
    }
  }

  private static func clients(in document: SettingsDocument) -> [SourceObject] {
    let values = path.isEmpty ? document.entries.map(\.value) : document.values(path)
    let objects = values.flatMap { value -> [SourceObject] in
      !path.isEmpty && value.isMapping && !isClient(value) ? value.members : value.objects
    }
    let roots = path.isEmpty ? document.root?.objects ?? [] : []
    return (roots + objects).filter(isClient)
  }
}

extension ImportedValues {
  /// Reports a client if a value that it depends on isn't literal. A default would be a guess.
  mutating func leavesOutComputed(
    _ object: SourceObject, _ keys: [String], of client: SourceString?
  ) -> Bool {
    for key in keys.map({ object.key($0) }) {
      guard let value = object.string(key), SourceVariable.first(in: value.value) != nil else {
        continue
      }
      let name = client.map { "client \($0.quoted)" } ?? "a client"
      leaveOut(
        .unresolved, "left out \(name), because its `\(key)` is computed", at: object.location,
        help: "write the value, or import a file with the result")
      return true
    }
    return false
  }

  /// Skips a URL to which a login page returns, which isn't a redirect URI of an OAuth client.
  mutating func skipReturnURLs(_ urls: [SourceString]) {
    for url in urls where !url.value.isEmpty {
      skip(url, because: "URLs to return to after sign-in, which are not OAuth redirect URIs")
    }
  }
}
