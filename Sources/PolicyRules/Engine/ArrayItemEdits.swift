import PolicyText

/// Changes of a JSON array that keep its layout.
enum ArrayItemEdits {
  /// Takes an item out, with the comma that it needs no more; nil for the only item.
  static func removal(of item: NodeID, in tree: SourceTree) -> [Fix.Edit]? {
    guard let (items, index) = place(of: item, in: tree), items.count > 1 else { return nil }
    let range =
      index > 0
      ? tree.span(items[index - 1]).end..<tree.span(item).end
      : tree.span(item).start..<tree.span(items[1]).start
    return [edit(range, "", tree)]
  }

  /// Moves items in front of an earlier one of their array; nil where something but one comma and
  /// blanks stands before one of them.
  static func move(
    _ moved: [NodeID], before other: NodeID, in tree: SourceTree
  ) -> [Fix.Edit]? {
    let bytes = tree.source.bytes
    let start = tree.span(other).start
    var text = ""
    var removals: [Fix.Edit] = []
    for item in moved {
      guard let (items, index) = place(of: item, in: tree),
        let target = items.firstIndex(of: other), target < index
      else { return nil }
      let span = tree.span(item)
      let gap = tree.span(items[index - 1]).end..<span.start
      guard let comma = bytes[gap].firstIndex(of: UInt8(ascii: ",")),
        bytes[gap].allSatisfy({ [0x20, 0x09, 0x0A, 0x0D, 0x2C].contains($0) })
      else { return nil }
      let blanks = bytes[(comma + 1)..<span.start]
      text += tree.source.text(span) + "," + String(decoding: blanks, as: UTF8.self)
      removals.append(edit(gap.lowerBound..<span.end, "", tree))
    }
    return [edit(start..<start, text, tree)] + removals
  }

  private static func place(
    of item: NodeID, in tree: SourceTree
  ) -> (items: [NodeID], index: Int)? {
    guard tree.language == .json, let list = tree.parent(item), tree.kind(list) == .sequence
    else { return nil }
    let items = Array(tree.items(list))
    return items.firstIndex(of: item).map { (items, $0) }
  }

  private static func edit(_ range: Range<Int>, _ text: String, _ tree: SourceTree) -> Fix.Edit {
    Fix.Edit(
      SourceLocation(file: tree.file, span: Span(range.lowerBound, range.upperBound)), text)
  }
}

extension Findings {
  /// A fix that takes an item out of its JSON array; none where it is the only one.
  func removingItem(_ item: NodeID, _ title: String, isSafe: Bool) -> [Fix] {
    ArrayItemEdits.removal(of: item, in: tree).map {
      [Fix(title, isSafe: isSafe, edits: $0)]
    } ?? []
  }

  /// A fix that moves items of a JSON array in front of an earlier one.
  func movingItems(_ items: [NodeID], before other: NodeID, _ title: String) -> [Fix] {
    ArrayItemEdits.move(items, before: other, in: tree).map {
      [Fix(title, isSafe: false, edits: $0)]
    } ?? []
  }
}
