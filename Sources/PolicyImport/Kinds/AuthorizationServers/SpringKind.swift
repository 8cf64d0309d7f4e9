import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import PolicyText

/// Clients of Spring Authorization Server in `application.yml`.
///
/// Spring takes `client-id`, `clientId` and `client_id` for one name, keys with dots for nested ones, and a
/// text with commas for a list ("relaxed binding").
package enum SpringKind: ImportKind {
  package static let name = "spring"
  package static let summary = "clients of Spring Authorization Server (application.yml)"
  package static let usualNames = ["application*.yml", "application*.yaml"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard !source.looksLikeJSON,
      source.mentions("authorizationserver") || source.mentions("authorization-server")
    else { return .no }
    return source.documents.contains { clients(in: $0.tree) != nil } ? .yes : .no
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    for form in source.documents {
      guard let clients = clients(in: form.tree), let tree = facts.usable(form) else { continue }
      let names = RelaxedNames(tree)
      let profile = tree.root.flatMap {
        names.value("spring.config.activate.on-profile", in: $0)
          ?? names.value("spring.profiles", in: $0)
      }.flatMap { tree.sourceText($0) }
      let context = profile.map { FactContext([EnvironmentHint(.profile, $0.value)]) }
      for entry in tree.entries(clients) {
        read(entry.value, entry.key, names, context, &facts)
      }
    }
  }

  private static func clients(in tree: SourceTree) -> NodeID? {
    tree.root.flatMap {
      RelaxedNames(tree).value("spring.security.oauth2.authorizationserver.client", in: $0)
    }
  }

  private static func read(
    _ node: NodeID, _ key: NodeID, _ names: RelaxedNames, _ context: FactContext?,
    _ facts: inout ImportFacts
  ) {
    let tree = names.tree
    guard let registration = names.value("registration", in: node) else { return }
    var client = SourceClient(at: tree.location(registration))
    client.context = context
    client.id = names.value("client-id", in: registration).flatMap { tree.sourceText($0) }
    client.name =
      names.value("client-name", in: registration).flatMap { tree.sourceText($0) }
      ?? SourceText(tree.text(key), at: tree.location(key))
    let methods = names.texts("client-authentication-methods", in: registration).map(\.value)
    client.isPublic = methods == ["none"]
    client.authenticationMethod =
      methods.contains("client_secret_post") ? nil : methods.first ?? "client_secret_basic"
    client.secret = names.value("client-secret", in: registration).map { tree.location($0) }
    client.redirectURIs = names.texts("redirect-uris", in: registration)
    client.postLogoutRedirectURIs = names.texts("post-logout-redirect-uris", in: registration)
    client.scopes = names.texts("scopes", in: registration)
    let grants = names.texts("authorization-grant-types", in: registration)
    client.grantTypes = grants.isEmpty ? nil : grants
    if let proof = names.value("require-proof-key", in: node), tree.text(proof, equals: "true") {
      client.requiresPKCE = tree.location(proof)
    }
    client.state(into: &facts)
  }
}

/// Names as Spring compares them.
private struct RelaxedNames {
  let tree: SourceTree

  init(_ tree: SourceTree) { self.tree = tree }

  /// The value at a path of names joined by dots, of which a key may hold several.
  func value(_ path: String, in node: NodeID) -> NodeID? {
    value(path.utf8.split(separator: UInt8(ascii: ".")).map { Self.plain($0) }[...], in: node)
  }

  /// A list, also as a text with commas, or as a mapping with numbers.
  func texts(_ name: String, in node: NodeID) -> [SourceText] {
    guard let value = value(name, in: node) else { return [] }
    switch tree.kind(value) {
    case .scalar:
      return tree.sourceParts(of: value) { $0 == UInt8(ascii: ",") || $0 == 0x20 || $0 == 0x0A }
    case .sequence: return tree.items(value).compactMap { tree.sourceText($0) }
    default: return tree.entries(value).compactMap { tree.sourceText($0.value) }
    }
  }

  private func value(_ path: ArraySlice<[UInt8]>, in node: NodeID) -> NodeID? {
    guard !path.isEmpty else { return node }
    for entry in tree.entries(node) {
      let names = tree.textBytes(entry.key).split(separator: UInt8(ascii: ".")).map {
        Self.plain($0)
      }
      guard !names.isEmpty, path.starts(with: names) else { continue }
      if let value = value(path.dropFirst(names.count), in: entry.value) { return value }
    }
    return nil
  }

  private static func plain(_ name: some Sequence<UInt8>) -> [UInt8] {
    name.compactMap { byte in
      byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") ? nil : ASCII.lowercased(byte)
    }
  }
}
