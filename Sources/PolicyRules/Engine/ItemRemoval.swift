import PolicyDiagnostics
import PolicySourceTree

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
    let first = bytes[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let last = bytes[end...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    let before = bytes[first..<start].filter { !Self.isBlank($0) }
    let isItem = before.elementsEqual("-".utf8)
    guard before.isEmpty || isItem, !bytes[start..<end].contains(0x0A) else { return nil }
    let after = bytes[end..<last].first { !Self.isBlank($0) && $0 != 0x0A }
    return after == nil || after == UInt8(ascii: "#") ? first..<last : nil
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
