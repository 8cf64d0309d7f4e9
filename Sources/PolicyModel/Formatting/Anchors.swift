import PolicyText

/// The spans of anchors, which the tree doesn't keep.
struct Anchors {
  private var places: [NodeID: SourceSpan] = [:]
  private let bytes: [UInt8]

  init(_ tree: SourceTree) {
    bytes = tree.source.bytes
    guard bytes.contains(UInt8(ascii: "&")) else { return }
    let comments = CommentScanner.comments(of: tree)
    var next = 0
    for index in 0..<tree.nodeCount {
      let node = NodeID(Int32(index))
      let start = tree.span(node).start
      // Search from the end of the preceding node.
      var place = index == 0 ? 0 : Self.end(of: NodeID(Int32(index - 1)), before: start, in: tree)
      while next < comments.count, comments[next].span.end <= place { next += 1 }
      var comment = next
      while place < start {
        if comment < comments.count, comments[comment].span.start <= place {
          place = max(place + 1, comments[comment].span.end)
          comment += 1
          continue
        }
        guard bytes[place] == UInt8(ascii: "&") else {
          place += 1
          continue
        }
        var end = place
        while end < start, !bytes[end].isBlank, !bytes[end].isLineBreak { end += 1 }
        places[node] = SourceSpan(place, end)
        place = end
      }
    }
  }

  /// `&name`; nil for a node without an anchor.
  func text(of node: NodeID) -> [UInt8]? { places[node].map { Array(bytes[$0.start..<$0.end]) } }

  func place(of node: NodeID) -> SourceSpan? { places[node] }

  /// The end of a node, before the next one starts.
  private static func end(of node: NodeID, before start: Int, in tree: SourceTree) -> Int {
    let span = tree.span(node)
    let isLeaf = tree.isAlias(node) || tree.kind(node) == .scalar || span.end <= start
    return min(isLeaf ? span.end : span.start, start)
  }
}
