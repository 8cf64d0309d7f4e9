/// A node of a tree. Nodes are in file order: a collection before its children, a key before its value.
struct NodeRecord {
  enum Slot: Equatable {
    /// Removed from its mapping: its key was rejected, or it is the rejected key.
    case dropped
    case key
    /// A value, whose key is the previous node.
    case value
    /// The position in a sequence; also used for the root.
    case item(Int32)
  }

  /// The byte range of the node.
  var start: UInt32
  var end: UInt32
  /// The index of the parent; -1 for the root.
  var parent: Int32 = -1
  /// Collections: the next sibling; for dropped ones, the node after the last descendant. Aliases:
  /// the target. Scalars: the index of their `TextPlace`.
  private var link: Int32 = -1
  var slot = Slot.item(0)
  let kind: NodeKind
  let style: ScalarStyle
  /// Whether a finding reports that this node can't be read.
  var isUnreadable = false
  /// Whether the mapping has an entry with a rejected key, so keys may only seem to be missing.
  var hasLostEntries = false
  /// Whether the value is in `scratch`, because it differs from the source.
  private(set) var isCopied = false
  /// Whether a `TextPlace` has the range of the value.
  private var hasPlace = false

  init(kind: NodeKind, style: ScalarStyle = .plain, start: UInt32, end: UInt32) {
    self.kind = kind
    self.style = style
    self.start = start
    self.end = end
  }

  /// An alias of a node.
  init(aliasOf node: Int32, start: UInt32, end: UInt32) {
    self.init(kind: .alias, start: start, end: end)
    link = node
  }

  var isCollection: Bool { kind == .sequence || kind == .mapping }
  var isDropped: Bool { if case .dropped = slot { true } else { false } }

  // MARK: text

  /// The range of a scalar's value, if it isn't the source between its quotes.
  struct TextPlace {
    var start: UInt32
    var end: UInt32
  }

  /// The range of a scalar's value, in the file or, if copied, in `scratch`.
  func text(_ places: [TextPlace]) -> Range<Int> {
    guard hasPlace else { return ownText }
    let place = places[Int(link)]
    return Int(place.start)..<Int(place.end)
  }

  /// The range between the quotes, or of the whole scalar without quotes.
  var ownText: Range<Int> {
    let quote = style.isQuoted ? 1 : 0
    let first = Int(start) + quote
    return first..<max(first, Int(end) - quote)
  }

  /// Sets the `TextPlace` of the value.
  mutating func setText(place: Int, isCopied: Bool) {
    link = Int32(place)
    hasPlace = true
    self.isCopied = isCopied
  }

  // MARK: links between nodes

  /// The target of an alias.
  var target: Int32 { link }

  /// For collections: the next sibling; for dropped ones, the next node.
  fileprivate(set) var follower: Int32 {
    get { link }
    set { link = newValue }
  }
}

extension [NodeRecord] {
  /// The first node of a collection; -1 for none.
  func firstChild(of node: Int32) -> Int32 { kept(from: node + 1, below: node) }

  /// The next node of the same collection; -1 for none.
  func next(after node: Int32) -> Int32 {
    let record = self[Int(node)]
    if record.isCollection { return record.follower }
    return record.parent < 0 ? -1 : kept(from: node + 1, below: record.parent)
  }

  /// The node at an index, or the next one that isn't dropped.
  private func kept(from start: Int32, below parent: Int32) -> Int32 {
    guard start < count, self[Int(start)].parent == parent else { return -1 }
    return self[Int(start)].isDropped ? kept(behindDropped: Int(start), below: parent) : start
  }

  private func kept(behindDropped start: Int, below parent: Int32) -> Int32 {
    var index = start
    while index < count, self[index].parent == parent {
      let record = self[index]
      if !record.isDropped { return Int32(index) }
      // A dropped collection that is still open has no next node.
      if record.isCollection, record.follower < 0 { return -1 }
      index = record.isCollection ? Int(record.follower) : index + 1
    }
    return -1
  }

  /// Sets the node after a collection: the next sibling, or the next node if it was dropped.
  mutating func set(follower: Int32, of node: Int32) {
    if self[Int(node)].isCollection { self[Int(node)].follower = follower }
  }
}
