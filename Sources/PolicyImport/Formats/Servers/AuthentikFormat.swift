import PolicyText

/// OAuth 2.0 providers in authentik blueprints, also in ConfigMaps.
package enum AuthentikFormat: ClientTableFormat {
  package static let name = "authentik"
  package static let summary = "authentik blueprints with OAuth 2.0 providers"
  package static let usualNames = ["*blueprint*/*.y*ml", "*authentik*.y*ml"]

  static let sign = "authentik_providers_oauth2.oauth2provider"
  static let path = "entries"
  static let keys = ClientKeys()

  static func isClient(_ object: SourceObject) -> Bool {
    object.string("model")?.value == ExactString(sign)
  }

  static func complete(
    _ client: SourceClient, _ object: SourceObject, in document: SettingsDocument,
    _ imported: inout ImportedValues
  ) -> SourceClient? {
    let name = object["identifiers"]?.string("name") ?? object["attrs"]?.string("name")
    guard object.string("state")?.value != "absent", let attributes = object["attrs"] else {
      imported.skip(
        name?.value ?? "a provider", because: "providers that the blueprint deletes",
        at: object.location)
      return nil
    }
    let keys = ClientKeys(
      id: "client_id", secret: "client_secret", grantTypes: "grant_types")
    var client = SourceClient(attributes, keys)
    client.name = name
    if imported.leavesOutComputed(attributes, ["client_type"], of: client.id ?? name) { return nil }
    client.isPublic = attributes.string("client_type")?.value == "public"
    if let list = attributes["redirect_uris"], list.string == nil {
      readURIs(list.objects, into: &client, &imported)
    } else {
      client.redirectURIs = patterns(attributes.words("redirect_uris"), &imported)
    }
    return client
  }

  /// Reads URIs with their matching modes; Terraform's provider has the same keys.
  static func readURIs(
    _ items: [SourceObject], into client: inout SourceClient, _ imported: inout ImportedValues
  ) {
    for item in items { read(item, into: &client, &imported) }
  }

  private static func read(
    _ item: SourceObject, into client: inout SourceClient, _ imported: inout ImportedValues
  ) {
    guard let url = item.string("url") else { return }
    var urls = [url]
    if item.string("matching_mode")?.value != "strict" {
      guard let text = literal(url.value) else { return reject(url, &imported) }
      urls = [url.replaced(by: text)]
    }
    if item.string("redirect_uri_type")?.value == "logout" {
      client.postLogoutRedirectURIs += urls
    } else {
      client.redirectURIs += urls
    }
  }

  /// The URIs of versions before 2024.12, which match each line as a regular expression.
  private static func patterns(
    _ lines: [SourceString], _ imported: inout ImportedValues
  ) -> [SourceString] {
    let uris = lines.compactMap { line -> SourceString? in
      if let text = literal(line.value, allowsDots: true) { return line.replaced(by: text) }
      reject(line, &imported)
      return nil
    }
    if let wide = lines.first(where: {
      literal($0.value) == nil && literal($0.value, allowsDots: true) != nil
    }) {
      imported.leaveOut(
        .pattern,
        "authentik before 2024.12 matches any character for a dot in \(wide.quoted); the policy doesn't",
        at: wide.location, help: "write a list with `matching_mode: strict`")
    }
    return uris
  }

  private static func reject(_ url: SourceString, _ imported: inout ImportedValues) {
    imported.leaveOut(
      .wildcard, "\(url.quoted) is a regular expression", at: url.location,
      help: "list the URIs that apps send; `linkpolicy replay` finds them in logs")
  }

  /// The only string that a regular expression matches; nil if there are several.
  ///
  /// - Parameter allowsDots: whether a dot stands for itself.
  private static func literal(_ pattern: ExactString, allowsDots: Bool = false) -> ExactString? {
    var text: [UInt8] = []
    var bytes = Array(pattern.utf8)[...]
    if bytes.first == UInt8(ascii: "^") { bytes.removeFirst() }
    if bytes.last == UInt8(ascii: "$") { bytes.removeLast() }
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "\\") {
        guard let next = bytes.popFirst(), "./-?+*".utf8.contains(next) else { return nil }
        text.append(next)
      } else if "*+?()[]{}|^$".utf8.contains(byte) || byte == UInt8(ascii: ".") && !allowsDots {
        return nil
      } else {
        text.append(byte)
      }
    }
    return ExactString(decoding: text)
  }
}
