import PolicyText

/// `# linkpolicy: ignore[rule-id, …] reason` or `# linkpolicy: ignore-file[rule-id, …] reason`.
struct SuppressionComment {
  struct Name {
    var rule: RuleID
    var span: SourceSpan
  }

  /// True for `ignore-file`.
  var isForFile: Bool
  /// Empty if the comment is malformed.
  var names: [Name]
  var hasReason: Bool
  /// The bytes from `#` to the end of the line.
  var span: SourceSpan

  private static let marker = Array("linkpolicy:".utf8)

  /// Returns nil for other comments, such as `# linkpolicy: 1`.
  init?(_ bytes: [UInt8], _ span: SourceSpan) {
    var index = span.start + 1
    func skipWhitespace() {
      while index < span.end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    }
    skipWhitespace()
    guard bytes[index..<span.end].starts(with: Self.marker) else { return nil }
    index += Self.marker.count
    skipWhitespace()
    let start = index
    while index < span.end, Self.isNameByte(bytes[index]) { index += 1 }
    let word = ExactString(decoding: bytes[start..<index])
    guard word == "ignore" || word.hasPrefix("ignore-") else { return nil }
    isForFile = word == "ignore-file"
    names = []
    hasReason = true
    self.span = span
    skipWhitespace()
    guard word == "ignore" || isForFile, index < span.end, bytes[index] == UInt8(ascii: "["),
      let close = bytes[index..<span.end].firstIndex(of: UInt8(ascii: "]"))
    else { return }
    var name = index + 1
    while name <= close {
      let end = bytes[name..<close].firstIndex(of: UInt8(ascii: ",")) ?? close
      if let found = Self.name(bytes, name..<end) { names.append(found) }
      name = end + 1
    }
    // Dashes and colons alone are not a reason.
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
    return Name(rule: RuleID(rawValue: text), span: SourceSpan(start, end))
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric
      || byte == UInt8(ascii: "-")
  }
}
