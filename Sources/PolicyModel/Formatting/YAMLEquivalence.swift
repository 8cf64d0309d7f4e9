import PolicyText

/// Compares two files: typed values, alias names and comments. The order of list items matters, that of keys doesn't.
struct YAMLEquivalence {
  private let left: SourceTree
  private let right: SourceTree

  static func isEqual(_ left: SourceTree, _ right: SourceTree) -> Bool {
    guard let first = left.root, let second = right.root else { return false }
    return YAMLEquivalence(left: left, right: right).isEqual(first, second)
      && comments(of: left) == comments(of: right)
  }

  /// The comments, sorted.
  private static func comments(of tree: SourceTree) -> [ExactString] {
    CommentScanner.comments(of: tree)
      .map { ExactString(decoding: tree.source.bytes.withoutTrailingBlanks($0.span)) }.sorted()
  }

  private func isEqual(_ first: NodeID, _ second: NodeID) -> Bool {
    guard left.isAlias(first) == right.isAlias(second) else { return false }
    // The target of an alias is compared at its own location. Equal names in the same order refer
    // to the same target.
    if left.isAlias(first) { return left.sourceText(first) == right.sourceText(second) }
    guard left.kind(first) == right.kind(second), left.count(first) == right.count(second) else {
      return false
    }
    switch left.kind(first) {
    case .scalar, .alias: return key(left, first) == key(right, second)
    case .sequence:
      for (one, other) in zip(left.items(first), right.items(second))
      where !isEqual(one, other) { return false }
      return true
    case .mapping: return haveEqualEntries(first, second)
    }
  }

  private func haveEqualEntries(_ first: NodeID, _ second: NodeID) -> Bool {
    var values: [Scalar: NodeID] = [:]
    for entry in right.entries(second) { values[key(right, entry.key)] = entry.value }
    for entry in left.entries(first) {
      guard let value = values[key(left, entry.key)], isEqual(entry.value, value) else {
        return false
      }
    }
    return true
  }

  /// The value and type of a scalar.
  private struct Scalar: Hashable {
    let text: ExactString
    let type: PlainScalar
    let alias: ExactString?
  }

  private func key(_ tree: SourceTree, _ node: NodeID) -> Scalar {
    let text = tree.text(node)
    return Scalar(
      text: text, type: tree.style(node) == .plain ? PlainScalar(text) : .string,
      alias: tree.isAlias(node) ? ExactString(decoding: tree.sourceText(node)) : nil)
  }
}

extension SourceTree {
  /// The source bytes of a node.
  func sourceText(_ node: NodeID) -> ArraySlice<UInt8> {
    let span = span(node)
    return source.bytes[span.start..<span.end]
  }
}

extension [UInt8] {
  /// A range without trailing whitespace.
  func withoutTrailingBlanks(_ span: SourceSpan) -> ArraySlice<UInt8> {
    var end = span.end
    while end > span.start, self[end - 1].isBlank { end -= 1 }
    return self[span.start..<end]
  }
}
