/// Finds placeholders of templates.
enum Placeholder {
  private static let pairs: [(open: String, close: String)] = [
    ("${", "}"), ("$(", ")"), ("{{", "}}"), ("@@", "@@"), ("##", "##"), ("<", ">"), ("{", "}"),
  ]

  /// Words that are placeholders only in upper case.
  private static let upperCaseWords: [String] = [
    "PROJECT_ID", "PARTNER_ID", "PROJECT_OR_PARTNER_ID", "GOOGLE_APP_BUNDLE_ID", "BUNDLE_ID",
    "TODO", "CHANGEME", "CHANGE_ME", "PLACEHOLDER", "CLIENT_ID", "DOMAIN", "HOSTNAME",
  ]

  /// Words that follow `your-` in templates.
  private static let nouns: [String] = [
    "app", "project", "domain", "client", "bundle", "team", "package", "host", "id", "company",
    "server", "site", "url", "universal",
  ]

  /// The first placeholder in a value whose bytes are `content`.
  static func find(
    in bytes: ArraySlice<UInt8>, content: ByteSet? = nil
  ) -> Range<Int>? {
    let content = content ?? ByteSet(bytes)
    if content.intersects(.templateBrackets), let range = bracketed(in: bytes) { return range }
    guard content.hasUpperCase || hasTemplateWord(bytes, content) else { return nil }
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let mayBe = mayStart(bytes[start])
      var end = start
      while end < bytes.endIndex, isWord(bytes[end]) { end += 1 }
      if mayBe, (4...64).contains(end - start), isPlaceholder(bytes[start..<end]) {
        return start..<end
      }
      start = end + 1
    }
    return nil
  }

  /// Returns true if `your`, `replace` or `insert` precedes a separator, as in every lower-case placeholder.
  private static func hasTemplateWord(_ bytes: ArraySlice<UInt8>, _ content: ByteSet) -> Bool {
    guard content.contains("_") || content.contains("-") else { return false }
    for index in bytes.indices
    where bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "_") {
      guard index > bytes.startIndex else { continue }
      let word: String? =
        switch bytes[index - 1] {
        case UInt8(ascii: "r"): "your"
        case UInt8(ascii: "e"): "replace"
        case UInt8(ascii: "t"): "insert"
        default: nil
        }
      if let word, bytes[..<index].suffix(word.utf8.count).elementsEqual(word.utf8) { return true }
    }
    return false
  }

  private static func bracketed(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    for pair in pairs {
      guard let open = bytes.firstRange(ofBytes: pair.open),
        let close = bytes[open.upperBound...].firstRange(ofBytes: pair.close),
        close.lowerBound > open.upperBound
      else { continue }
      return open.lowerBound..<close.upperBound
    }
    return nil
  }

  private static func isUpperCaseOrUnderscore(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || byte == UInt8(ascii: "_")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-")
  }

  private static func mayStart(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || byte == UInt8(ascii: "y") || byte == UInt8(ascii: "r")
      || byte == UInt8(ascii: "i")
  }

  private static func isPlaceholder(_ word: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first else { return false }
    if (0x41...0x5A).contains(first), word.allSatisfy({ isUpperCaseOrUnderscore($0) }),
      upperCaseWords.contains(word.string)
    {
      return true
    }
    guard "yYrRiI".utf8.contains(first) else { return false }
    let lower = word.lowercased[...]
    if lower.starts(with: "your_".utf8) || lower.starts(with: "replace_".utf8) { return true }
    if lower.starts(with: "replace-me".utf8) || lower.starts(with: "replace-with".utf8) {
      return true
    }
    if lower.starts(with: "your-".utf8) {
      let noun = lower.dropFirst(5).prefix { $0 != UInt8(ascii: "-") }
      return nouns.contains(noun.string)
    }
    return lower.starts(with: "insert-".utf8) && lower.suffix(5).elementsEqual("-here".utf8)
  }
}
