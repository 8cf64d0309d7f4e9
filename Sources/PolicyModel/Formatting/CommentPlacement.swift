import PolicyText

/// Assigns comments and empty lines to entries, and so moves them together.
///
/// A comment at the end of a line belongs to the entry on that line. A comment on its own line
/// belongs to the next entry, unless it is indented more: then it ends the block with its
/// indentation. Entries are identified by their keys, items by themselves.
struct CommentPlacement {
  /// A comment alone on its line.
  struct Line {
    var text: ArraySlice<UInt8>
    /// Whether an empty line precedes it.
    var isSpaced: Bool
  }

  /// A comment after other text on its line.
  struct Trailing {
    var text: ArraySlice<UInt8>
    /// Its column in Unicode scalars.
    var column: Int
    var line: Int
  }

  /// Comments above an entry.
  private(set) var leading: [NodeID: [Line]] = [:]
  /// Comments at the end of the first or only line of an entry.
  private(set) var trailing: [NodeID: Trailing] = [:]
  /// Comments after the last entry of a mapping or list.
  private(set) var closing: [NodeID: [Line]] = [:]
  /// Entries with an empty line above.
  private(set) var spaced: Set<NodeID> = []
  /// Flow collections that contain comments, and so must be written as blocks.
  private(set) var opened: Set<NodeID> = []

  private let tree: SourceTree
  private let anchors: Anchors
  private let comments: [CommentScanner.Comment]

  /// An entry or item that starts on its own line.
  private struct Point {
    var node: NodeID
    var start: Int
    var container: NodeID
  }
  private var points: [Point] = []
  /// The ends of nodes that may precede a comment on a line, with the entries that the comment belongs to.
  private var ends: [(end: Int, node: NodeID)] = []
  /// The last lines of block scalars. An empty one is part of the value.
  private var lastTextLines: Set<Int> = []
  /// The items that are collections written as blocks, by their index in the points.
  private var itemPoints: [NodeID: Int] = [:]
  /// The containing block of each collection that is written as a block.
  private var outer: [NodeID: NodeID] = [:]

  init(_ tree: SourceTree, _ anchors: Anchors) {
    self.tree = tree
    self.anchors = anchors
    comments = CommentScanner.comments(of: tree)
    guard let root = tree.root else { return }
    findOpened()
    for index in 0..<tree.nodeCount {
      let node = NodeID(Int32(index))
      guard !tree.isAlias(node), tree.kind(node) == .scalar,
        tree.style(node) == .literal || tree.style(node) == .folded
      else { continue }
      lastTextLines.insert(BlockScalar(node, in: tree).lastLine)
    }
    collect(root)
    ends.sort { $0.end < $1.end }
    place(root)
    for point in points where isBlank(tree.source.lineIndex(of: point.start) - 1) {
      spaced.insert(point.node)
    }
  }

  // MARK: nodes that can have comments

  private mutating func findOpened() {
    guard !comments.isEmpty else { return }
    for index in 0..<tree.nodeCount {
      let node = NodeID(Int32(index))
      guard tree.isFlow(node) else { continue }
      let span = tree.span(node)
      let next = comments.firstSorted { $0.span.start >= span.start }
      if next < comments.count, comments[next].span.start < span.end { opened.insert(node) }
    }
  }

  /// Returns true for a collection with entries on separate lines.
  private func isOpen(_ node: NodeID) -> Bool {
    guard !tree.isAlias(node), tree.kind(node) != .scalar else { return false }
    return !tree.isFlow(node) || opened.contains(node)
  }

  private mutating func collect(_ collection: NodeID) {
    for item in tree.items(collection) { collect(item: item, in: collection) }
    for entry in tree.entries(collection) {
      let span = tree.span(entry.key)
      points.append(Point(node: entry.key, start: span.start, container: collection))
      ends.append((span.end, entry.key))
      collect(value: entry.value, of: entry.key, in: collection)
    }
  }

  private mutating func collect(item: NodeID, in collection: NodeID) {
    if isOpen(item) { itemPoints[item] = points.count }
    let start = anchors.place(of: item)?.start ?? tree.span(item).start
    points.append(Point(node: item, start: start, container: collection))
    collect(value: item, of: item, in: collection)
  }

  private mutating func collect(value: NodeID, of node: NodeID, in collection: NodeID) {
    let isFlow = tree.isFlow(value)
    if isOpen(value) {
      outer[value] = collection
      collect(value)
    }
    // A block ends with its contents.
    if !isOpen(value) || isFlow { ends.append((tree.span(value).end, node)) }
  }

  // MARK: where comments belong

  private mutating func place(_ root: NodeID) {
    var next = 0
    /// The next entry for comments so far, and the largest column that can still end a block.
    var gap = (next: -1, column: Int.max)
    for comment in comments {
      let text = tree.source.bytes.withoutTrailingBlanks(comment.span)
      while next < points.count, points[next].start < comment.span.start { next += 1 }
      let before = tree.source.lineSpan(comment.line).start..<comment.span.start
      // Only spaces, so bytes are columns.
      let column = before.count
      if !comment.isAlone, let node = holder(of: comment) {
        let new = Trailing(
          text: text, column: FormattedLines.width(of: tree.source.bytes[before]),
          line: comment.line)
        // If there are two comments for one line, the first one moves above it.
        if let old = trailing.updateValue(new, forKey: node) {
          leading[node, default: []].append(Line(text: old.text, isSpaced: false))
        }
        continue
      }
      if gap.next != next { gap = (next, Int.max) }
      let line = Line(text: text, isSpaced: isBlank(comment.line - 1))
      let limit = min(column, gap.column)
      if let block = block(endedBy: comment, column: limit, next: next) {
        gap.column = tree.isFlow(block) ? limit : tree.column(of: block)
        closing[block, default: []].append(line)
      } else if next < points.count {
        gap.column = -1
        leading[subject(of: points[next]), default: []].append(line)
      } else {
        gap.column = -1
        closing[root, default: []].append(line)
      }
    }
  }

  /// The node that a comment above an entry belongs to: above the first entry of an item, the item
  /// itself. After an anchor, a comment is possible.
  private func subject(of point: Point) -> NodeID {
    var subject = point
    while let item = itemPoints[subject.container], anchors.place(of: subject.container) == nil,
      tree.first(in: subject.container) == subject.node
    {
      subject = points[item]
    }
    return subject.node
  }

  /// The entry that precedes a comment on its line.
  private func holder(of comment: CommentScanner.Comment) -> NodeID? {
    let next = ends.firstSorted { $0.end > comment.span.start }
    guard next > 0, ends[next - 1].end > 0,
      tree.source.lineIndex(of: ends[next - 1].end - 1) == comment.line
    else { return nil }
    return ends[next - 1].node
  }

  /// The collection whose end a comment on its own line marks; nil if it belongs to the next entry.
  private func block(
    endedBy comment: CommentScanner.Comment, column: Int, next: Int
  ) -> NodeID? {
    guard next > 0 else { return nil }
    let following = next < points.count ? points[next].start : Int.max
    if next < points.count, !tree.isFlow(points[next].container),
      column <= tree.column(of: points[next].container)
    {
      return nil
    }
    var candidate: NodeID? = points[next - 1].container
    while let node = candidate {
      let span = tree.span(node)
      if tree.isFlow(node), span.end > comment.span.start {
        return following >= span.end ? node : nil
      }
      if span.end > following { return nil }
      if !tree.isFlow(node), tree.column(of: node) <= column, tree.column(of: node) > 0 {
        return node
      }
      candidate = outer[node]
    }
    return nil
  }

  private func isBlank(_ line: Int) -> Bool {
    guard line >= 0, !lastTextLines.contains(line) else { return false }
    let span = tree.source.lineSpan(line)
    return tree.source.bytes[span.start..<span.end].allSatisfy { $0.isBlank }
  }
}

extension SourceTree {
  /// The first key or item of a collection.
  func first(in node: NodeID) -> NodeID? {
    kind(node) == .mapping
      ? entries(node).first { _ in true }?.key : items(node).first { _ in true }
  }

  /// True for a collection in brackets or braces.
  func isFlow(_ node: NodeID) -> Bool {
    guard !isAlias(node), kind(node) != .scalar else { return false }
    let start = span(node).start
    return start < source.bytes.count
      && (source.bytes[start] == UInt8(ascii: "[") || source.bytes[start] == UInt8(ascii: "{"))
  }

  /// The column of a block collection's keys or dashes, in bytes from 0.
  func column(of node: NodeID) -> Int {
    let start = span(node).start
    return start - source.lineSpan(source.lineIndex(of: start)).start
  }
}
