import PolicyText

extension RuleContext {
  /// A fix that takes an item out of its list, or a key out of its mapping, with its comma or its line;
  /// none where the layout leaves doubt.
  func removing(_ node: NodeID, _ title: String, isSafe: Bool) -> [Fix] {
    let span = tree.span(node)
    let start = tree.key(of: node).map { tree.span($0).start } ?? span.start
    let bytes = tree.source.bytes
    guard start < span.end, span.end <= bytes.count,
      let range = line(start, span.end, bytes) ?? flowItem(start, span.end, bytes)
    else { return [] }
    let location = SourceLocation(file: tree.file, span: Span(range.lowerBound, range.upperBound))
    return [Fix(title, isSafe: isSafe, edits: [.init(location, "")])]
  }

  /// The whole line, where nothing else stands on it but a comment.
  private func line(_ start: Int, _ end: Int, _ bytes: [UInt8]) -> Range<Int>? {
    // From the item outwards, only as far as there are blanks: a line may hold thousands of items.
    var first = start
    while first > 0, Self.isBlank(bytes[first - 1]) { first -= 1 }
    if first > 0, bytes[first - 1] == UInt8(ascii: "-") { first -= 1 }
    while first > 0, Self.isBlank(bytes[first - 1]) { first -= 1 }
    guard first == 0 || bytes[first - 1] == 0x0A else { return nil }
    var last = end
    while last < bytes.count, Self.isBlank(bytes[last]) { last += 1 }
    guard last == bytes.count || bytes[last] == 0x0A || bytes[last] == UInt8(ascii: "#"),
      !bytes[start..<end].contains(0x0A)
    else { return nil }
    return first..<(bytes[last...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count)
  }

  /// An item of a list in brackets with the comma before it, else with the one after it.
  private func flowItem(_ start: Int, _ end: Int, _ bytes: [UInt8]) -> Range<Int>? {
    if let comma = bytes[..<start].lastIndex(where: { !Self.isBlank($0) }),
      bytes[comma] == UInt8(ascii: ",")
    {
      return comma..<end
    }
    guard let comma = bytes[end...].firstIndex(where: { !Self.isBlank($0) }),
      bytes[comma] == UInt8(ascii: ",")
    else { return nil }
    let next = bytes[(comma + 1)...].firstIndex { !Self.isBlank($0) } ?? bytes.count
    return start..<next
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}
