/// A node in 20 bytes: a policy of 20,000 clients has 640,000 of them.
///
/// Nodes lie in the order of the file: a collection before what it holds, a key right before its value. So most of what
/// leads from one to the other is not kept, but found: see `firstChild` and `next`.
struct NodeRecord {
  /// Where a node stands in its collection.
  enum Slot: Equatable {
    /// Below a mapping, but no part of it: its key was refused, or it is such a key.
    case dropped
    case key
    /// Its key is the node before it.
    case value
    /// The position in a sequence; also of the root, which is in none.
    case item(Int)
  }

  /// From the lowest bit: kind, style, flags, slot.
  private var word: UInt32
  /// The bytes of the node, where it stands.
  var start: UInt32
  var end: UInt32
  /// The collection that holds it; -1 for the root.
  var parent: Int32 = -1
  /// Collections: the next node of the same collection; of a dropped one the node behind all that it holds.
  /// Aliases: the node that they stand for. Scalars: where `TextPlace` says what their text is.
  private var link: Int32 = -1

  init(kind: NodeKind, style: ScalarStyle = .plain, start: UInt32, end: UInt32) {
    let isQuoted =
      switch style {
      case .singleQuoted, .doubleQuoted, .jsonString: true
      case .plain, .literal, .folded, .jsonNumber, .jsonLiteral: false
      }
    word =
      UInt32(kind.rawValue) | UInt32(style.rawValue) << 2 | (isQuoted ? Self.quoted : 0)
      | 3 << Self.slotShift
    self.start = start
    self.end = end
  }

  /// An alias of a node.
  init(aliasOf node: Int32, start: UInt32, end: UInt32) {
    self.init(kind: .alias, start: start, end: end)
    link = node
  }

  private static var slotShift: UInt32 { 10 }
  private static var slotLimit: Int { Int(UInt32.max >> slotShift) }
  private static var quoted: UInt32 { 1 << 9 }

  // Asked for at each step: a look-up by raw value would be a call, this is none.
  @inline(__always) var kind: NodeKind {
    switch word & 3 {
    case 0: .scalar
    case 1: .sequence
    case 2: .mapping
    default: .alias
    }
  }
  @inline(__always) var style: ScalarStyle {
    switch word >> 2 & 7 {
    case 0: .plain
    case 1: .singleQuoted
    case 2: .doubleQuoted
    case 3: .literal
    case 4: .folded
    case 5: .jsonString
    case 6: .jsonNumber
    default: .jsonLiteral
    }
  }
  var isCollection: Bool { word & 3 == 1 || word & 3 == 2 }
  var isDropped: Bool { word >> Self.slotShift == 0 }

  var slot: Slot {
    get {
      switch word >> Self.slotShift {
      case 0: .dropped
      case 1: .key
      case 2: .value
      case let position: .item(Int(position) - 3)
      }
    }
    set {
      let code =
        switch newValue {
        case .dropped: 0
        case .key: 1
        case .value: 2
        // Readers stop at 100,000 items.
        case .item(let position): min(position + 3, Self.slotLimit)
        }
      word = word & (1 << Self.slotShift - 1) | UInt32(code) << Self.slotShift
    }
  }

  // MARK: flags

  /// A finding says already that this node cannot be read.
  var isUnreadable: Bool {
    get { has(1 << 5) }
    set { set(1 << 5, newValue) }
  }
  /// A mapping that lost an entry because its key was refused: what is missing may stand there.
  var hasLostEntries: Bool {
    get { has(1 << 6) }
    set { set(1 << 6, newValue) }
  }
  /// The text lies in `scratch`, because it is not, byte for byte, what stands in the file.
  private(set) var isCopied: Bool {
    get { has(1 << 7) }
    set { set(1 << 7, newValue) }
  }
  /// `TextPlace` says what the text of this scalar is.
  private var hasPlace: Bool {
    get { has(1 << 8) }
    set { set(1 << 8, newValue) }
  }

  private func has(_ flag: UInt32) -> Bool { word & flag != 0 }
  private mutating func set(_ flag: UInt32, _ isSet: Bool) {
    word = isSet ? word | flag : word & ~flag
  }

  // MARK: text

  /// What the text of a scalar is, where that is not what stands between its quotes.
  struct TextPlace {
    var start: UInt32
    var end: UInt32
  }

  /// The bytes of the text of a scalar: of the file, or of `scratch` where it is copied.
  func text(_ places: [TextPlace]) -> Range<Int> {
    guard hasPlace else { return ownText }
    let place = places[Int(link)]
    return Int(place.start)..<Int(place.end)
  }

  /// What stands between the quotes, or the whole scalar where it has none.
  var ownText: Range<Int> {
    let quote = has(Self.quoted) ? 1 : 0
    let first = Int(start) + quote
    return first..<max(first, Int(end) - quote)
  }

  /// The text of a scalar is what a place says.
  mutating func setText(place: Int, isCopied: Bool) {
    link = Int32(place)
    hasPlace = true
    self.isCopied = isCopied
  }

  // MARK: from node to node

  /// The node that an alias stands for.
  var target: Int32 { link }

  /// Collections: the next node of the same collection, or the first behind one that is dropped.
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

  /// The node at an index, where it is one of a collection; the first behind it, where it is dropped. Readers and rules
  /// ask at each step, and hardly ever anything is dropped.
  @inline(__always)
  private func kept(from start: Int32, below parent: Int32) -> Int32 {
    guard start < count, self[Int(start)].parent == parent else { return -1 }
    return self[Int(start)].isDropped ? kept(behindDropped: Int(start), below: parent) : start
  }

  private func kept(behindDropped start: Int, below parent: Int32) -> Int32 {
    var index = start
    while index < count, self[index].parent == parent {
      let record = self[index]
      if !record.isDropped { return Int32(index) }
      // A dropped collection that is still open has nothing behind it.
      if record.isCollection, record.follower < 0 { return -1 }
      index = record.isCollection ? Int(record.follower) : index + 1
    }
    return -1
  }

  /// Notes what follows a collection: the next node of the same one, or, for a dropped one that ends, the next at all.
  mutating func set(follower: Int32, of node: Int32) {
    if self[Int(node)].isCollection { self[Int(node)].follower = follower }
  }
}
