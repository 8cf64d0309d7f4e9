/// The part of a file that a byte belongs to, as a reader of the file sees it.
enum FilePlace {
  /// A YAML comment from its `#` to its end.
  case comment(SourceSpan)
  case key(NodeID)
  /// A value with a meaning for programs; nil if it is unknown which.
  case value(NodeID?)
  /// A value that only people read.
  case prose(NodeID)
  /// Between values, in whitespace or punctuation.
  case between
  /// After the position where the reader stopped.
  case unread

  /// Whether programs ignore it, as far as is known.
  var isForPeople: Bool {
    switch self {
    case .comment, .prose, .unread: true
    case .key, .value, .between: false
    }
  }

  var isInScalar: Bool { node != nil }

  /// Whether it is a scalar that can contain escapes.
  var isInValue: Bool {
    if case .value = self { true } else { false }
  }

  /// The scalar that contains the byte.
  var node: NodeID? {
    switch self {
    case .key(let node), .prose(let node): node
    case .value(let node): node
    case .comment, .between, .unread: nil
    }
  }

  /// `in a comment`.
  var words: String {
    switch self {
    case .comment: "in a comment"
    case .key: "in a key"
    case .value: "in a value"
    case .prose: "in a description"
    case .between: "between two values"
    case .unread: "in the file"
    }
  }

  /// Returns true if removing hidden characters doesn't change the meaning. A comment could become
  /// a suppression.
  func isSafeToClean(_ source: SourceFile, _ span: SourceSpan) -> Bool {
    switch self {
    case .prose: return true
    case .comment(let comment):
      let visible = HiddenCharacter.visible(
        String(decoding: source.bytes[comment.start..<comment.end], as: UTF8.self))
      return !Array(visible.utf8).contains("linkpolicy")
    case .key, .value, .between, .unread: return false
    }
  }
}

/// Finds the part of a file that bytes belong to, in ascending order, in one pass.
struct FilePlaces {
  private let tree: SourceTree
  private let bytes: [UInt8]
  /// Scalars and aliases in the order of the file, block scalars without their first line.
  private let scalars: [(span: SourceSpan, node: NodeID)]
  private let prose: Set<SourceSpan>
  /// The end of the part that was read.
  private let readEnd: Int
  private var cursor: Int
  private var next = 0
  private var comment = SourceSpan(0, -1)

  init(_ tree: SourceTree, prose: [SourceSpan]) {
    self.tree = tree
    bytes = tree.source.bytes
    cursor = tree.source.byteOrderMarkLength
    self.prose = Set(prose)
    var scalars: [(span: SourceSpan, node: NodeID)] = []
    for index in 0..<tree.nodeCount {
      let node = NodeID(Int32(index))
      guard tree.isAlias(node) || tree.kind(node) == .scalar else { continue }
      var span = tree.span(node)
      if !tree.isAlias(node), tree.style(node) == .literal || tree.style(node) == .folded {
        span = SourceSpan(tree.source.bytes.lineBreak(from: span.start), span.end)
      }
      if span.start < span.end { scalars.append((span, node)) }
    }
    scalars.sort { $0.span < $1.span }
    self.scalars = scalars
    readEnd = tree.isComplete ? bytes.count : scalars.map(\.span.end).max() ?? 0
  }

  /// The part that the byte at an offset belongs to; offsets must not decrease.
  mutating func place(of offset: Int) -> FilePlace {
    if comment.start < comment.end, offset <= comment.end { return .comment(comment) }
    while cursor <= offset {
      if next < scalars.count, scalars[next].span.start <= cursor {
        let (span, node) = scalars[next]
        if offset < span.end { return scalar(node) }
        cursor = max(cursor, span.end)
        next += 1
        continue
      }
      if tree.language == .yaml, startsComment(cursor) {
        let end = bytes.lineBreak(from: cursor)
        // The character that ends the line hides the rest.
        if offset <= end {
          comment = SourceSpan(cursor, end)
          return .comment(comment)
        }
        cursor = end
      }
      cursor += 1
    }
    return offset < readEnd ? .between : .unread
  }

  private func scalar(_ node: NodeID) -> FilePlace {
    if tree.isKey(node) { return .key(node) }
    return prose.contains(tree.span(node)) ? .prose(node) : .value(node)
  }

  private func startsComment(_ index: Int) -> Bool {
    guard bytes[index] == UInt8(ascii: "#") else { return false }
    guard index > tree.source.byteOrderMarkLength else { return true }
    switch bytes[index - 1] {
    case 0x20, 0x09, 0x0A, 0x0D: return true
    // Between values, a `#` starts a comment; in the unread part it may be a fragment.
    default: return index < readEnd
    }
  }
}

extension [UInt8] {
  /// The end of a line for YAML: its line break, or the end of the file.
  func lineBreak(from start: Int) -> Int {
    var index = start
    while index < count {
      switch self[index] {
      case 0x0A, 0x0D: return index
      case 0xC2 where index + 1 < count && self[index + 1] == 0x85: return index
      case 0xE2
      where index + 2 < count && self[index + 1] == 0x80 && (self[index + 2] | 1) == 0xA9:
        return index
      default: index += 1
      }
    }
    return count
  }

  func contains(_ text: String) -> Bool {
    firstRange(of: Array(text.utf8), in: 0..<count) != nil
  }
}
