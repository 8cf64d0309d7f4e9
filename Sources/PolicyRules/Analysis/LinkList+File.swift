package import AssociationFiles
import PolicyModel
package import PolicyText

extension LinkList {
  package init(_ links: AppleLinks, in tree: SourceTree) {
    let variables = LinkVariables(links.substitutionVariables)
    let reading = FileRules(tree: tree, links: links)
    self.init(
      language: .file,
      entries: links.details.map { entry in
        let node = entry.node ?? NodeID(0)
        let list = tree.value(of: "components", in: node) ?? tree.value(of: "paths", in: node)
        // If rules are under a misspelled key, only the key is reported.
        let isLost =
          list == nil
          && AppleComponentUnknownKey.hasMisspelled(
            ["components", "paths"], of: node, in: tree)
        return Entry(
          apps: isLost ? [] : entry.appIDs, rules: reading.rules(entry),
          node: list.flatMap { tree.key(of: $0) } ?? node, variables: variables)
      },
      variables: variables, declared: reading.declared)
  }

  /// The `paths` of an entry that also has `components`; only iOS 9 to 12 read them.
  package static func legacyRules(_ entry: NodeID, in tree: SourceTree) -> [Rule] {
    guard let paths = tree.value(of: "paths", in: entry) else { return [] }
    return tree.items(paths).compactMap { FileRules.legacy($0, in: tree) }
  }
}

/// Finds the nodes of the rules that the lenient reader read.
private struct FileRules {
  let tree: SourceTree
  let links: AppleLinks

  var declared: [(name: LocatedText, values: [LocatedText])] {
    guard let node = links.node, let variables = tree.value(of: "substitutionVariables", in: node)
    else { return [] }
    return tree.entries(variables).map { name, values in
      (
        Located(tree.text(name), name),
        tree.items(values).filter { tree.style($0) == .jsonString }
          .map { Located(tree.text($0), $0) }
      )
    }
  }

  func rules(_ entry: AppleLinkEntry) -> [LinkList.Rule] {
    switch entry.rules {
    case .components(let components):
      components.map { rule($0, [$0.node, entry.defaults?.node, links.defaults?.node], entry) }
    case .paths(let paths): paths.compactMap { $0.node.flatMap { Self.legacy($0, in: tree) } }
    }
  }

  /// - Parameter places: the objects that may have a key; the first one with the key applies.
  private func rule(
    _ component: AppleLinkComponent, _ places: [NodeID?], _ entry: AppleLinkEntry
  ) -> LinkList.Rule {
    let node = component.node ?? NodeID(0)
    let merged = component.inheriting(entry.defaults).inheriting(links.defaults)
    func value(_ key: String) -> NodeID? {
      for place in places.compactMap({ $0 }) {
        if let value = tree.value(of: key, in: place) { return value }
      }
      return nil
    }
    func text(_ key: String) -> LocatedText? {
      value(key).flatMap { node in
        tree.style(node) == .jsonString && tree.kind(node) == .scalar
          ? Located(tree.text(node), node) : nil
      }
    }
    var query: LocatedText?
    var items: [(name: LocatedText, pattern: LocatedText)] = []
    switch merged.query {
    case .pattern: query = text("?")
    case .items:
      items =
        value("?").map { query in
          tree.entries(query).map { name, value in
            (Located(tree.text(name), name), Located(tree.text(value), value))
          }
        } ?? []
    case .ignored, nil: break
    }
    let isMisread =
      component.query == .ignored || !component.unreadable.isEmpty
      || places.compactMap { $0 }.contains { place in
        tree.entries(place).contains { tree.index(of: $0.key, among: Self.known) == nil }
      }
    return LinkList.Rule(
      node: node, component: merged, path: merged.path == nil ? nil : text("/"),
      query: query, items: items,
      fragment: merged.fragment == nil ? nil : text("#"), comment: text("comment"),
      decoded: merged.percentEncoded == false ? value("percentEncoded") ?? node : nil,
      isMisread: isMisread)
  }

  private static let known = AppleComponentUnknownKey.known

  static func legacy(_ node: NodeID, in tree: SourceTree) -> LinkList.Rule? {
    guard let text = tree.jsonString(node) else { return nil }
    let legacy = AppleLegacyPath(text, node: node)
    var component = AppleLinkComponent(path: legacy.pattern, exclude: legacy.exclude)
    component.node = node
    return LinkList.Rule(
      node: node, component: component, path: Located(legacy.pattern, node),
      pathOffset: legacy.exclude ? 4 : 0, isLegacy: true)
  }
}
