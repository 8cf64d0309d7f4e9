package import PolicyText
import PolicyModel

/// An outline entry: an app, host, client, test or section.
package struct DocumentSymbol: Sendable {
  /// The numbers are those of `SymbolKind` (LSP).
  package enum Kind: Int, Sendable {
    case section = 3
    case app = 5
    case host = 20
    case client = 19
    case test = 6
    /// A list of URIs, scopes, …
    case list = 18
  }
  package var name: String
  package var kind: Kind
  package var span: SourceSpan
  package var selection: SourceSpan
  package var children: [DocumentSymbol] = []

  /// The maximum per file.
  private static let limit = 5_000

  /// The symbols of a document, in order.
  package static func all(in map: PositionIndex) -> [DocumentSymbol] {
    let tree = map.tree
    guard let root = tree.root, map.kind != .unmarked else { return [] }
    var symbols: [DocumentSymbol] = []
    var count = 0
    for entry in tree.entries(root) {
      let name = tree.text(entry.key)
      var section = symbol(name.string, .section, entry, tree)
      switch name {
      case "apps", "domains", "clients":
        let kind: Kind = name == "apps" ? .app : name == "domains" ? .host : .client
        for inner in tree.entries(entry.value).prefix(max(0, limit - count)) {
          var entry = symbol(tree.text(inner.key).string, kind, inner, tree)
          if kind == .client {
            entry.children = lists(in: inner.value, tree)
            count += entry.children.count
          }
          section.children.append(entry)
        }
      case "tests", "invariants":
        for item in tree.items(entry.value).prefix(max(0, limit - count)) {
          let name = tree.value(of: "name", in: item)
          section.children.append(
            DocumentSymbol(
              name: shown(name.map { tree.text($0).string } ?? "test"), kind: .test,
              span: tree.span(item), selection: tree.span(name ?? item)))
        }
      default: break
      }
      count += section.children.count
      symbols.append(section)
    }
    return symbols
  }

  private static func lists(in node: NodeID, _ tree: SourceTree) -> [DocumentSymbol] {
    tree.entries(node).filter { entry in
      let value = entry.value
      return tree.kind(value) == .sequence
        || tree.isPerEnvironment(value)
          && tree.entries(value).contains { tree.kind($0.value) == .sequence }
    }.map { symbol(tree.text($0.key).string, .list, $0, tree) }
  }

  private static func symbol(
    _ name: String, _ kind: Kind, _ entry: (key: NodeID, value: NodeID), _ tree: SourceTree
  ) -> DocumentSymbol {
    let key = tree.span(entry.key)
    let value = tree.isAlias(entry.value) ? key : tree.span(entry.value)
    return DocumentSymbol(
      name: shown(name), kind: kind, span: SourceSpan(key.start, max(key.end, value.end)),
      selection: key)
  }

  /// Editors reject symbols without a name.
  private static func shown(_ name: String) -> String {
    name.isEmpty ? "?" : DisplayText.visible(DisplayText.shortened(name, to: 200))
  }
}

extension PositionIndex {
  /// The first and last line of each mapping and list with several lines.
  package var foldingRanges: [ClosedRange<Int>] {
    var ranges: Set<ClosedRange<Int>> = []
    for entry in entries where !entry.isKey && !tree.isAlias(entry.node) {
      guard tree.kind(entry.node) != .scalar else { continue }
      let key = tree.key(of: entry.node) ?? entry.node
      let first = tree.source.lineIndex(of: tree.span(key).start)
      let last = tree.source.lineIndex(of: max(0, tree.span(entry.node).end - 1))
      if last > first { ranges.insert(first...last) }
    }
    return ranges.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
  }

  /// The nodes around an offset, innermost first.
  package func selections(at offset: Int) -> [SourceSpan] {
    guard let entry = entry(at: offset) else { return [] }
    var spans = [tree.span(entry.node)]
    var node: NodeID? = entry.node
    while let current = node {
      if let key = tree.key(of: current), !tree.isAlias(current) {
        spans.append(SourceSpan(tree.span(key).start, tree.span(current).end))
      }
      node = tree.parent(current)
      if let node { spans.append(tree.span(node)) }
    }
    var result: [SourceSpan] = []
    for span in spans where result.last.map({ span.contains($0) && span != $0 }) ?? true {
      result.append(span)
    }
    return result
  }
}
