import PolicyText
import PolicyModel

/// `staticClients` of Dex: in its configuration, in Helm values below `config`, or as text in a ConfigMap.
package enum DexKind: ImportKind {
  package static let name = "dex"
  package static let summary = "static clients of Dex"
  package static let usualNames = ["*dex*.yaml", "*dex*.yml", "config*.yaml", "values*.yaml"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("staticClients") else { return .no }
    return forms(of: source).contains { !clients(in: $0.tree).isEmpty } ? .yes : .no
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    for form in forms(of: source) {
      let clients = clients(in: form.tree)
      guard !clients.isEmpty, let tree = facts.usable(form) else { continue }
      for node in clients { read(node, tree, &facts) }
    }
  }

  /// The documents of the file, and those that stand in them as text.
  private static func forms(of source: ImportSource) -> [ImportSource.Form] {
    var forms = source.documents
    for form in source.documents {
      guard let root = form.tree.root else { continue }
      let values = form.tree.value(of: "data", in: root).map { Array(form.tree.entries($0)) } ?? []
      for entry in values where form.tree.style(entry.value) == .literal {
        forms.append(source.document(within: form.tree.span(entry.value)))
      }
    }
    return forms
  }

  private static func clients(in tree: SourceTree) -> [NodeID] {
    guard let root = tree.root else { return [] }
    let places: [NodeID?] = [
      root, tree.value(of: "config", in: root),
      tree.value(of: "dex", in: root).flatMap { tree.value(of: "config", in: $0) },
    ]
    return places.compactMap { $0 }.flatMap { node in
      tree.value(of: "staticClients", in: node).map { tree.sourceMappings($0) } ?? []
    }
  }

  private static func read(_ node: NodeID, _ tree: SourceTree, _ facts: inout ImportFacts) {
    var client = SourceClient(at: tree.location(node))
    client.id = tree.sourceText("id", in: node)
    if client.id == nil, let variable = tree.sourceText("idEnv", in: node) {
      // The name of a variable, as other formats write it.
      client.id = SourceText(
        ExactString("${" + variable.value.string + "}"), at: variable.location)
    }
    client.name = tree.sourceText("name", in: node)
    client.isPublic = tree.sourceFlag("public", in: node) ?? false
    client.secret = tree.value(of: "secret", in: node).map { tree.location($0) }
    if let variable = tree.sourceText("secretEnv", in: node) {
      client.secretReference = (.env(variable.value), variable.location)
    }
    var uris: [SourceText] = []
    for uri in tree.sourceTexts("redirectURIs", in: node) {
      guard uri.value.utf8.first == UInt8(ascii: "/") else {
        uris.append(uri)
        continue
      }
      facts.leaveOut(
        .dropped,
        "\(UTF8Text.quoted(uri.value.string)) is an address of Dex itself, for the device flow",
        at: uri.location)
    }
    client.redirectURIs = uris
    client.postLogoutRedirectURIs = tree.sourceTexts("postLogoutRedirectURIs", in: node)
    if client.isPublic, tree.sourceTexts("redirectURIs", in: node).isEmpty, let id = client.id {
      facts.leaveOut(
        .wildcard,
        "client \(UTF8Text.quoted(id.value.string)) has no redirect URI, so Dex admits every loopback address",
        at: client.location,
        help: "list the loopback addresses that are sent: `http://127.0.0.1/…` without a port")
      return
    }
    client.state(into: &facts)
  }
}
