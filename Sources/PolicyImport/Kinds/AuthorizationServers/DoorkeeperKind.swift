import PolicyText
import PolicyModel

/// Rows of `oauth_applications` of Doorkeeper: a JSON list, or CSV with a header.
package enum DoorkeeperKind: ImportKind {
  package static let name = "doorkeeper"
  package static let summary = "rows of oauth_applications (Doorkeeper), JSON or CSV"
  package static let usualNames = ["*oauth_applications*", "*doorkeeper*"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("redirect_uri"), source.mentions("uid") else { return .no }
    if source.looksLikeJSON {
      guard let root = source.json.tree.root else { return .no }
      let tree = source.json.tree
      let isRow = rows(root, tree).contains { row in
        tree.value(of: "uid", in: row) != nil && tree.value(of: "redirect_uri", in: row) != nil
      }
      return isRow ? .yes : .no
    }
    let header = CSVTable(source).header.map(\.value)
    return header.contains("uid") && header.contains("redirect_uri") ? .yes : .no
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard source.looksLikeJSON else { return readTable(source, &facts) }
    guard let tree = facts.usable(source.json), let root = tree.root else { return }
    for row in rows(root, tree) {
      var client = SourceClient(at: tree.location(row))
      client.id = tree.sourceText("uid", in: row)
      client.name = tree.sourceText("name", in: row)
      client.isPublic = tree.sourceFlag("confidential", in: row) == false
      client.secret = tree.value(of: "secret", in: row).map { tree.location($0) }
      client.redirectURIs = tree.sourceWords("redirect_uri", in: row)
      client.scopes = tree.sourceWords("scopes", in: row)
      client.state(into: &facts)
    }
  }

  private static func rows(_ root: NodeID, _ tree: SourceTree) -> [NodeID] {
    tree.sourceMappings(tree.value(of: "oauth_applications", in: root) ?? root)
  }

  private static func readTable(_ source: ImportSource, _ facts: inout ImportFacts) {
    let table = CSVTable(source)
    for row in table.rows {
      func cell(_ name: ExactString) -> SourceText? {
        zip(table.header, row).first { $0.0.value == name }?.1
      }
      guard let first = row.first, let last = row.last else { continue }
      let span = Span(first.location.span.start, last.location.span.end)
      var client = SourceClient(at: source.location(span))
      client.id = cell("uid")
      client.name = cell("name")
      client.isPublic = ["f", "false", "0"].contains(cell("confidential")?.value)
      client.secret = cell("secret")?.location
      client.redirectURIs = cell("redirect_uri").map(CSVTable.words) ?? []
      client.scopes = cell("scopes").map(CSVTable.words) ?? []
      client.state(into: &facts)
    }
  }
}
