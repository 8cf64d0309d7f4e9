package import PolicyText

extension AppleAppSiteAssociation {
  /// Reads a file as leniently as iOS: ignores unknown keys and values of other types.
  ///
  /// The JSON reader reports invalid JSON, for which devices ignore the whole file.
  ///
  /// - Parameter node: the root object of the file; nil for the root of the tree.
  package init(reading tree: SourceTree, at node: NodeID? = nil) {
    self.init()
    guard let root = node ?? tree.root else { return }
    let parser = Parser(tree: tree)
    applinks = tree.value(of: "applinks", in: root).flatMap(parser.links)
    webcredentials = tree.value(of: "webcredentials", in: root).flatMap(parser.apps)
    appclips = tree.value(of: "appclips", in: root).flatMap(parser.apps)
    activitycontinuation = tree.value(of: "activitycontinuation", in: root).flatMap(parser.apps)
  }
}

/// Reads the sections of a file.
private struct Parser {
  let tree: SourceTree

  func apps(_ node: NodeID) -> AppleAppList? {
    guard tree.kind(node) == .mapping else { return nil }
    return AppleAppList(tree.value(of: "apps", in: node).map(strings) ?? [], node: node)
  }

  func links(_ node: NodeID) -> AppleLinks? {
    guard tree.kind(node) == .mapping else { return nil }
    var links = AppleLinks(details: [])
    links.node = node
    links.defaults = tree.value(of: "defaults", in: node).flatMap(component)
    if let variables = tree.value(of: "substitutionVariables", in: node) {
      for (name, values) in tree.entries(variables) where tree.kind(values) == .sequence {
        links.substitutionVariables.append(.init(tree.text(name), strings(values)))
      }
    }
    guard let details = tree.value(of: "details", in: node) else { return links }
    links.isKeyedByApp = tree.kind(details) == .mapping
    if links.isKeyedByApp {
      for (key, value) in tree.entries(details) {
        guard var entry = entry(value) else { continue }
        entry.appIDs = [tree.text(key)]
        links.details.append(entry)
      }
    } else {
      links.details = tree.items(details).compactMap(entry)
    }
    return links
  }

  private func entry(_ node: NodeID) -> AppleLinkEntry? {
    guard tree.kind(node) == .mapping else { return nil }
    let list = tree.value(of: "appIDs", in: node).map(strings)
    let single = tree.value(of: "appID", in: node).flatMap(tree.jsonString)
    return AppleLinkEntry(
      appIDs: list ?? [single].compactMap { $0 }, rules: rules(node),
      defaults: tree.value(of: "defaults", in: node).flatMap(component), node: node)
  }

  private func rules(_ entry: NodeID) -> AppleLinkEntry.Rules {
    if let components = tree.value(of: "components", in: entry) {
      return .components(tree.items(components).compactMap(component))
    }
    guard let paths = tree.value(of: "paths", in: entry) else { return .components([]) }
    return .paths(
      tree.items(paths).compactMap { node in tree.jsonString(node).map { .init($0, node: node) } })
  }

  private func component(_ node: NodeID) -> AppleLinkComponent? {
    guard tree.kind(node) == .mapping else { return nil }
    var component = AppleLinkComponent(node: node)
    for (key, value) in tree.entries(node) {
      switch tree.text(key) {
      case "/": component.path = read(value, tree.jsonString, &component.unreadable)
      case "?": component.query = read(value, query, &component.unreadable)
      case "#": component.fragment = read(value, tree.jsonString, &component.unreadable)
      case "exclude": component.exclude = read(value, tree.jsonBool, &component.unreadable)
      case "caseSensitive":
        component.caseSensitive = read(value, tree.jsonBool, &component.unreadable)
      case "percentEncoded":
        component.percentEncoded = read(value, tree.jsonBool, &component.unreadable)
      case "comment": component.comment = tree.jsonString(value)
      default: break
      }
    }
    return component
  }

  private func query(_ node: NodeID) -> AppleLinkComponent.Query? {
    if let pattern = tree.jsonString(node) { return .pattern(pattern) }
    guard tree.kind(node) == .mapping else { return nil }
    var items: [LinkQueryItem] = []
    for (name, value) in tree.entries(node) {
      guard let pattern = tree.jsonString(value) else { return .ignored }
      items.append(LinkQueryItem(tree.text(name), pattern))
    }
    return .items(items)
  }

  private func read<Value>(
    _ node: NodeID, _ value: (NodeID) -> Value?, _ unreadable: inout [NodeID]
  ) -> Value? {
    let value = value(node)
    if value == nil { unreadable.append(node) }
    return value
  }

  private func strings(_ node: NodeID) -> [ExactString] {
    tree.items(node).compactMap(tree.jsonString)
  }
}
