import PolicyModel
import PolicyText

/// Auth0 applications exported by Auth0 Deploy CLI: `tenant.yaml`, or a file in `clients/`.
///
/// `##KEY##` is part of a string. `@@KEY@@` is a whole value, often a list, and may appear without quotes, which is
/// neither YAML nor JSON (docs/keyword-replacement.md of the Deploy CLI).
package enum Auth0Format: ImportFormat {
  package static let name = "auth0"
  package static let summary = "Auth0 applications exported by Auth0 Deploy CLI"
  package static let usualNames = ["tenant.yaml", "tenant.yml", "clients/*.json"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("app_type") || source.mentions("callbacks"),
      let root = form(of: source).tree.rootObject
    else { return .no }
    if let list = root["clients"] {
      return list.items.contains { $0.has("app_type") } || root.has("tenant") ? .yes : .no
    }
    guard root.has("name") else { return .no }
    if root.has("app_type") { return .yes }
    return root.has("callbacks") ? .nearly(missing: "app_type") : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let root = imported.root(of: form(of: source)) else { return }
    for node in (root["clients"] ?? root).objects {
      if node.flag("global") == true {
        let name = node.string("name")?.value ?? "All Applications"
        imported.skip(name, because: "Auth0's own application", at: node.location)
      } else {
        for (definitions, context) in keywords(of: source) {
          Auth0Client(node, definitions).read(context, into: &imported)
        }
      }
    }
  }

  /// The keywords of each environment, from the settings of the Deploy CLI.
  private static func keywords(
    of source: ImportSource
  ) -> [(ImportDefinitions, EnvironmentContext?)] {
    let key = "AUTH0_KEYWORD_REPLACE_MAPPINGS"
    let files =
      source.mentions("@@") || source.mentions("##")
      ? source.inputs { $0.hasSuffix(".json") }.compactMap { file in
        file.jsonRoot(mentioning: key)?[key].map { (file, $0) }
      } : []
    guard !files.isEmpty else { return [(source.options.definitions, nil)] }
    return files.map { file, mapping in
      let texts = mapping.entries.map { name, value in
        let span = value.location.span
        return (
          name.text.value,
          value.isScalar
            ? value.text.value : ExactString(decoding: file.file.bytes[span.start..<span.end])
        )
      }
      return (
        source.options.definitions.adding(texts),
        EnvironmentContext([EnvironmentHint(.file, file.name)])
      )
    }
  }

  /// The tree of the file with bare keywords quoted. Quotes replace one `@` or `#` on each side, so offsets don't change.
  private static func form(of source: ImportSource) -> ImportSource.Form {
    let isJSON = source.firstByte == UInt8(ascii: "{")
    guard source.mentions("@@") || source.mentions("##") else {
      return isJSON ? source.json : source.yaml
    }
    var bytes = source.file.bytes
    // A line of YAML that starts with `##` is a comment.
    for (mark, places) in [([0x40, 0x40], ":[,-\n"), ([0x23, 0x23] as [UInt8], ":[,-")] {
      var index = 0
      while let open = bytes.firstRange(of: mark, in: index..<bytes.count) {
        index = open.upperBound
        guard let close = bytes.firstRange(of: mark, in: index..<min(bytes.count, index + 200)),
          bytes[open.upperBound..<close.lowerBound].allSatisfy({ PercentEncoding.isUnreserved($0) })
        else { continue }
        index = close.upperBound
        let before = bytes[..<open.lowerBound].last { $0 != 0x20 && $0 != 0x09 } ?? 0x0A
        let after = bytes[close.upperBound...].first { $0 != 0x20 && $0 != 0x0D } ?? 0x0A
        guard places.utf8.contains(before), ",]}\n".utf8.contains(after) else { continue }
        bytes[open.lowerBound] = UInt8(ascii: "\"")
        bytes[close.upperBound - 1] = UInt8(ascii: "\"")
      }
    }
    let file = SourceFile(name: source.file.name, bytes: bytes)
    return source.form(
      isJSON
        ? JSONReader.read(file, file: source.id, limits: source.limits)
        : YAMLReader.read(file, file: source.id, limits: source.limits))
  }
}

/// An Auth0 application. Auth0's Terraform provider uses the same keys.
struct Auth0Client {
  private static let keys = ClientKeys(
    id: "client_id", name: "name", secret: "client_secret", type: "app_type",
    authenticationMethod: "token_endpoint_auth_method")

  private let object: SourceObject
  private let definitions: ImportDefinitions

  init(_ object: SourceObject, _ definitions: ImportDefinitions) {
    self.object = object
    self.definitions = definitions
  }

  /// - Parameter identity: the client's `SourceClient.identity` and `resource`.
  func read(
    _ context: EnvironmentContext?, into imported: inout ImportedValues,
    as identity: (ExactString?, resource: SourceString?) = (nil, nil)
  ) {
    var client = SourceClient(object, Self.keys)
    client.context = context
    (client.identity, client.resource) = identity
    client.id = client.id.map(restored)
    client.name = client.name.map(restored)
    if client.authenticationMethod == nil {
      // Auth0's default.
      client.isPublic = ["native", "spa"].contains(object.string("app_type")?.value)
    }
    client.wildcards = .hostLabels
    client.redirectURIs = strings("callbacks")
    client.postLogoutRedirectURIs = strings("allowed_logout_urls")
    client.corsOrigins = strings("allowed_origins")
    client.grantTypes = strings("grant_types")
    let known = Set(client.corsOrigins.map(\.value))
    if !client.redirectURIs.isEmpty {
      for origin in strings("web_origins") where !known.contains(origin.value) {
        imported.skip(
          origin, because: "origins for silent sign-in only, which policies don't describe")
      }
    }
    client.add(to: &imported)
    readApps(context, into: &imported)
  }

  /// A string with keywords replaced, also with one whose outer `#` are quotes.
  private func restored(_ string: SourceString) -> SourceString {
    let inner = string.value.utf8.dropFirst().dropLast()
    let isBare =
      inner.count > 0 && string.value.hasPrefix("#") && string.value.hasSuffix("#")
      && inner.allSatisfy { PercentEncoding.isUnreserved($0) }
    let text = isBare ? ExactString("#\(string.value.string)#") : string.value
    guard case .text(let expanded) = SourceVariable.expand(text, { definitions[$0] }) else {
      return string.replaced(by: text)
    }
    return string.replaced(by: expanded)
  }

  /// A list with keywords replaced. `@@KEY@@` may stand for the list or an item; commas separate, as in the dashboard.
  private func strings(_ key: String) -> [SourceString] {
    object.strings(key).flatMap { string -> [SourceString] in
      guard let key = keyword(string.value) else {
        return split(restored(string))
      }
      guard let value = definitions[key] else {
        return [string.replaced(by: ExactString("@@" + key.string + "@@"))]
      }
      return items(value).map { string.replaced(by: $0) }
    }
  }

  /// Splits at commas if each part has a scheme.
  private func split(_ string: SourceString) -> [SourceString] {
    let parts = string.value.utf8.split(separator: UInt8(ascii: ",")).map { part in
      ExactString(decoding: part.drop { $0 == 0x20 })
    }
    guard parts.count > 1, parts.allSatisfy({ URIParts($0).scheme != nil }) else {
      return [string]
    }
    return parts.map { string.replaced(by: $0) }
  }

  /// `KEY` in `@@KEY@@`, also if quotes replace the outer `@`.
  private func keyword(_ text: ExactString) -> ExactString? {
    let mark = UInt8(ascii: "@")
    let bytes = Array(text.utf8)
    let inner = bytes.drop { $0 == mark }
    let count = bytes.count - inner.count
    guard count == 1 || count == 2, inner.suffix(count).allSatisfy({ $0 == mark }),
      inner.count > count, !inner.dropLast(count).contains(mark)
    else { return nil }
    return ExactString(decoding: inner.dropLast(count))
  }

  /// The items of a JSON list, or the value itself.
  private func items(_ value: ExactString) -> [ExactString] {
    guard value.utf8.first == UInt8(ascii: "[") else { return [value] }
    let file = SourceFile(name: "", bytes: Array(value.utf8))
    let list = JSONReader.read(file, file: object.tree.file).tree
    return list.root.map { list.items($0).map { list.text($0) } } ?? []
  }

  /// The apps for which Auth0 serves association files.
  private func readApps(_ context: EnvironmentContext?, into imported: inout ImportedValues) {
    // In Terraform, blocks are lists of one object.
    guard let mobile = object.objects("mobile").first else { return }
    if let ios = mobile.objects("ios").first, let bundle = ios.string("app_bundle_identifier") {
      let app = ImportSubject.app(.apple(bundleID: bundle.value))
      imported.mention(app, at: bundle.location, in: context)
      imported.add(app, AppKey.teamID, from: ios.string("team_id"), in: context)
    }
    if let android = mobile.objects("android").first,
      let package = android.string("app_package_name")
    {
      let app = ImportSubject.app(.android(package: package.value))
      imported.mention(app, at: package.location, in: context)
      imported.add(
        app, AppKey.sha256CertFingerprints, from: android.strings("sha256_cert_fingerprints"),
        in: context)
    }
  }
}
