package import AssociationFiles
import PolicyModel
package import PolicyText

/// An `apple-app-site-association` with the data that its rules need.
package struct AppleFile: Sendable {
  package let tree: SourceTree
  package let content: AppleAppSiteAssociation
  /// nil if the file has no universal links.
  package let links: LinkList?

  package init(_ tree: SourceTree) {
    self.tree = tree
    content = AppleAppSiteAssociation(reading: tree)
    links = content.applinks.map { LinkList($0, in: tree) }
  }

  package var entries: [NodeID] { content.applinks?.details.compactMap(\.node) ?? [] }

  /// The objects that contain conditions of link rules: components, and defaults of them.
  var conditions: [NodeID] {
    guard let links = content.applinks else { return [] }
    var found = [links.defaults?.node]
    for entry in links.details {
      found.append(entry.defaults?.node)
      if case .components(let components) = entry.rules { found += components.map(\.node) }
    }
    return found.compactMap { $0 }
  }

  /// The sections that only list apps.
  static let appSections = ["webcredentials", "appclips", "activitycontinuation"]

  /// All app IDs: those of universal links first, then those of the other sections.
  var appIDs: [NodeID] {
    var found: [NodeID] = []
    if let links = content.applinks {
      for entry in entries {
        if links.isKeyedByApp, let key = tree.key(of: entry) { found.append(key) }
        if let list = tree.value(of: "appIDs", in: entry) { found += tree.items(list) }
        if let single = tree.value(of: "appID", in: entry) { found.append(single) }
      }
    }
    guard let root = tree.root else { return found }
    for section in Self.appSections {
      guard let node = tree.value(of: section, in: root),
        let apps = tree.value(of: "apps", in: node)
      else { continue }
      found += tree.items(apps)
    }
    return found
  }

  /// The app IDs that are strings.
  var appTexts: [LocatedText] {
    appIDs.filter { tree.isString($0) }.map { Located(tree.text($0), $0) }
  }
}

extension SourceTree {
  /// Returns true for a JSON string.
  func isString(_ node: NodeID) -> Bool { kind(node) == .scalar && style(node) == .jsonString }

  /// The node to report if something is missing in a value: its key, because the value may be pages
  /// long.
  func place(_ node: NodeID) -> NodeID { key(of: node) ?? node }
}
