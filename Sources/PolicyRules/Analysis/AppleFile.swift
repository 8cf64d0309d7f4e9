package import AssociationFiles
import PolicyModel
package import PolicyText

/// An `apple-app-site-association` that somebody deployed, with what its rules ask of it.
package struct AppleFile: Sendable {
  package let tree: SourceTree
  package let content: AppleAppSiteAssociation
  /// Its universal links; nil where it has none.
  package let links: LinkList?

  /// Reads a file as iOS does.
  package init(_ tree: SourceTree) {
    self.tree = tree
    content = AppleAppSiteAssociation(reading: tree)
    links = content.applinks.map { LinkList($0, in: tree) }
  }

  /// The entries of `details` in the file.
  package var entries: [NodeID] { content.applinks?.details.compactMap(\.node) ?? [] }

  /// The sections that only name apps.
  static let appSections = ["webcredentials", "appclips", "activitycontinuation"]

  /// Every place of an app ID: entries of universal links first, then the other sections.
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

  /// The app IDs that are text, with their places.
  var appTexts: [LocatedText] {
    appIDs.filter { tree.isString($0) }.map { Located(tree.text($0), $0) }
  }
}

extension SourceTree {
  /// True for a JSON string.
  func isString(_ node: NodeID) -> Bool { kind(node) == .scalar && style(node) == .jsonString }

  /// The best place for what is missing in a node: its key, since the value may be pages long.
  func place(_ node: NodeID) -> NodeID { key(of: node) ?? node }
}
