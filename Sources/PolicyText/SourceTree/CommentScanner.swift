/// Finds the comments of a YAML file, which libyaml doesn't report: `#` at the start of a line or after whitespace,
/// outside of scalars.
package enum CommentScanner {
  /// A comment from its `#` to the end of its line.
  package struct Comment: Sendable {
    package var span: SourceSpan
    /// The index of its line.
    package var line: Int
    /// True if the line contains nothing else.
    package var isAlone: Bool
  }

  /// The comments in order, up to the position where the file was read. Takes linear time.
  package static func comments(of tree: SourceTree) -> [Comment] {
    guard tree.language == .yaml else { return [] }
    let bytes = tree.source.bytes
    var comments: [Comment] = []
    let scalars = scalars(of: tree)
    // After a syntax error, it is unknown what a `#` belongs to.
    let end = tree.isComplete ? bytes.count : scalars.map(\.end).max() ?? 0
    var next = 0
    var index = 0
    while index < end {
      guard let place = bytes[index..<end].firstIndex(of: UInt8(ascii: "#")) else { break }
      index = place + 1
      while next < scalars.count, scalars[next].end <= place { next += 1 }
      if next < scalars.count, scalars[next].start <= place { continue }
      let before = place == 0 ? 0x0A : bytes[place - 1]
      guard before.isBlank || before.isLineBreak || place == tree.source.byteOrderMarkLength
      else { continue }
      let line = tree.source.lineIndex(of: place)
      let span = tree.source.lineSpan(line)
      let isAlone = bytes[span.start..<place].allSatisfy(\.isBlank)
      comments.append(Comment(span: SourceSpan(place, span.end), line: line, isAlone: isAlone))
      index = max(index, span.end)
    }
    return comments
  }

  /// The scalars, sorted. Block scalars start after their first line, which may end in a comment.
  private static func scalars(of tree: SourceTree) -> [SourceSpan] {
    var spans: [SourceSpan] = []
    spans.reserveCapacity(tree.nodeCount)
    for index in 0..<tree.nodeCount {
      let node = NodeID(Int32(index))
      guard tree.isAlias(node) || tree.kind(node) == .scalar else { continue }
      var span = tree.span(node)
      if !tree.isAlias(node), tree.style(node) == .literal || tree.style(node) == .folded {
        span.start = tree.source.lineSpan(tree.source.lineIndex(of: span.start)).end
        span.end = max(span.start, span.end)
      }
      if span.start < span.end { spans.append(span) }
    }
    // Nodes are in file order.
    let isSorted = spans.indices.dropFirst().allSatisfy { spans[$0 - 1] < spans[$0] }
    return isSorted ? spans : spans.sorted()
  }
}
