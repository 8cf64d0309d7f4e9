import PolicyModel
package import PolicyText

/// Checks that apply to every input.
package enum TreeProblems {
  /// Parses bytes as YAML and as JSON, checks and decodes them, and returns invalid positions in
  /// the results.
  package static func reading(_ bytes: [UInt8]) -> [String] {
    let source = SourceFile(name: "f", bytes: bytes)
    let document = PolicyDocument(YAMLReader.read(source, file: FileID(0)))
    _ = Policy(decoding: document.tree)
    let json = JSONReader.read(source, file: FileID(0))
    return problems(document.tree, document.diagnostics) + problems(json.tree, json.diagnostics)
  }

  package static func problems(_ tree: SourceTree, _ diagnostics: [Diagnostic]) -> [String] {
    let size = tree.source.bytes.count
    var problems: [String] = []
    for index in 0..<Int32(tree.nodeCount) {
      let node = NodeID(index)
      let span = tree.span(node)
      if span.start > span.end || span.end > size { problems.append("node \(index) \(span)") }
      if let parent = tree.parent(node), !tree.span(parent).contains(span) {
        problems.append("node \(index) \(span) is not within \(tree.span(parent))")
      }
      if tree.kind(node) == .alias { problems.append("node \(index) leads to an alias") }
    }
    for finding in diagnostics {
      let spans =
        [finding.location.span] + finding.notes.compactMap { $0.location?.span }
        + finding.fixes.flatMap { $0.edits.map(\.location.span) }
      for span in spans where span.start > span.end || span.end > size {
        problems.append("finding \(finding.rule) \(span) of \(size)")
      }
      let position = tree.source.position(of: finding.location.span.start)
      if position.line < 1 || position.column < 1 { problems.append("position \(position)") }
    }
    return problems
  }
}
