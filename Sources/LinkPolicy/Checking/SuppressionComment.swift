import PolicyText

/// `# linkpolicy: ignore[rule-id, …] reason` or `# linkpolicy: ignore-file[rule-id, …] reason`.
struct SuppressionComment {
  /// A name between the brackets.
  struct Name {
    var rule: RuleID
    var span: Span
  }

  /// Holds for the whole file.
  var isForFile: Bool
  /// In order; empty where the comment cannot be read.
  var names: [Name]
  var hasReason: Bool
  /// From `#` to the end of the line.
  var span: Span

  private static let marker = Array("linkpolicy:".utf8)

  /// Reads a comment; nil where it is none of these, as `# linkpolicy: 1` is not.
  init?(_ bytes: [UInt8], _ span: Span) {
    var index = span.start + 1
    func skipBlanks() {
      while index < span.end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    }
    skipBlanks()
    guard bytes[index..<span.end].starts(with: Self.marker) else { return nil }
    index += Self.marker.count
    skipBlanks()
    let start = index
    while index < span.end, Self.isNameByte(bytes[index]) { index += 1 }
    let word = ExactString(decoding: bytes[start..<index])
    guard word == "ignore" || word.hasPrefix("ignore-") else { return nil }
    isForFile = word == "ignore-file"
    names = []
    hasReason = true
    self.span = span
    skipBlanks()
    guard word == "ignore" || isForFile, index < span.end, bytes[index] == UInt8(ascii: "["),
      let close = bytes[index..<span.end].firstIndex(of: UInt8(ascii: "]"))
    else { return }
    var name = index + 1
    while name <= close {
      let end = bytes[name..<close].firstIndex(of: UInt8(ascii: ",")) ?? close
      if let found = Self.name(bytes, name..<end) { names.append(found) }
      name = end + 1
    }
    // A reason says something: dashes and colons alone do not.
    hasReason = bytes[(close + 1)..<span.end].contains {
      Self.isNameByte($0) && $0 != 0x2D || $0 >= 0x80
    }
  }

  private static func name(_ bytes: [UInt8], _ range: Range<Int>) -> Name? {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    guard start < end else { return nil }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    return Name(rule: RuleID(rawValue: text), span: Span(start, end))
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == UInt8(ascii: "-")
  }
}
