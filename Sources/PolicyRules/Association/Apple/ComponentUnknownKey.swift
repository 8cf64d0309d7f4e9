package import Diagnostics
import AssociationFiles
import SourceTree
import TextSupport

/// A key of a component that no device knows.
package struct ComponentUnknownKey: AppleFileRule {
  package static let info = RuleInfo(
    "component-unknown-key", .association, .error, summary: "every key of a component is known",
    why:
      "iOS ignores a key that it does not know: a component without another constraint then matches "
      + "every URL of the host, so that the app takes everything, or an exclude blocks everything.",
    examples: .init(
      .appleAppSiteAssociation, bad: ExampleFile.components("{ ⟦\"path\"⟧: \"/buy/*\" }"),
      good: ExampleFile.components("{ \"/\": \"/buy/*\" }")),
    references: ["Apple: components", "swcutil (certain)"], isFixable: true)
  package init() {}

  /// The keys of a component.
  static let known = [
    "/", "?", "#", "exclude", "caseSensitive", "percentEncoded", "comment",
  ]
  /// What people write for the keys that are signs.
  private static let words: [String: String] = [
    "path": "/", "paths": "/", "pathname": "/", "url": "/", "query": "?", "queries": "?",
    "params": "?", "queryitems": "?", "query_items": "?", "fragment": "#", "hash": "#",
    "anchor": "#", "not": "exclude", "excluded": "exclude", "comments": "comment",
  ]

  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    guard let links = file.content.applinks else { return }
    var objects = [links.defaults?.node].compactMap { $0 }
    for entry in links.details {
      if let node = entry.defaults?.node { objects.append(node) }
      guard case .components(let components) = entry.rules else { continue }
      objects += components.compactMap(\.node)
    }
    for object in objects { check(object, file.tree, &findings) }
  }

  private func check(_ object: NodeID, _ tree: SourceTree, _ findings: inout Findings) {
    let isFree = !tree.entries(object).contains { key, _ in
      ["/", "?", "#"].contains { tree.text(key, equals: $0) }
    }
    for (key, _) in tree.entries(object) where tree.index(of: key, among: Self.known) == nil {
      let name = tree.text(key)
      let near = nearest(name)
      let isSign = near == "/" || near == "?" || near == "#"
      var message = "unknown key \(name.quoted) is ignored by iOS"
      if isFree, isSign || near == nil { message += ", so this component matches every URL" }
      let free = near.map { tree.value(of: $0, in: object) == nil } ?? false
      let fixes = near.map { near in
        free
          ? findings.replacing(
            key, by: near, "rename it to `\(near)`", isSafe: isSign) : []
      }
      findings.report(
        key, severity: near == "comment" ? .note : nil, message,
        help: near.map { "did you mean `\($0)`" } ?? "remove it, or use `comment` for remarks",
        fixes: fixes ?? [])
    }
  }

  private func nearest(_ name: ExactString) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let lower = Array(name.utf8)[...].lowered[...].string
    if let word = Self.words[lower] { return word }
    return Nearest.name(to: name.string, among: Self.known.dropFirst(3))
  }
}
