import PolicyText

/// Finds template placeholders.
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

  /// The first segment of a path that is a variable of a router, a shell or Windows: `:tenant`, `[tenant]`,
  /// `$TENANT`, `%TENANT%`.
  static func find(inPath path: ArraySlice<UInt8>, content: ByteSet) -> Range<Int>? {
    guard content.intersects(.variableMarks) || hasColonSegment(path) else { return nil }
    return path.split(separator: UInt8(ascii: "/")).first { segment in
      let name = segment.dropFirst()
      switch segment.first.map({ UnicodeScalar($0) }) {
      case ":": return isName(name)
      case "[": return name.last == UInt8(ascii: "]") && isName(name.dropLast())
      case "$": return isUpperCaseName(name)
      // `%DE` is an escape, so `%DEV%` is a placeholder because of its second percent sign.
      case "%": return name.last == UInt8(ascii: "%") && isUpperCaseName(name.dropLast())
      default: return false
      }
    }?.indices
  }

  /// Whether a segment starts with a colon.
  private static func hasColonSegment(_ path: ArraySlice<UInt8>) -> Bool {
    let bytes = path.span
    for index in bytes.indices
    where bytes[index] == UInt8(ascii: ":") && index > 0 && bytes[index - 1] == UInt8(ascii: "/") {
      return true
    }
    return false
  }

  private static func isName(_ name: ArraySlice<UInt8>) -> Bool {
    name.first?.isLetter == true && name.allSatisfy(isWord)
  }

  private static func isUpperCaseName(_ name: ArraySlice<UInt8>) -> Bool {
    name.count > 2 && name.allSatisfy(isUpperCaseOrUnderscore)
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

extension Placeholder {
  /// Placeholders for a whole ID, in lower case: names of the field, and the defaults of Google's App Flip test
  /// tool.
  private static let exact: Set<ExactString> = [
    "1234", "12345", "123456", "thisisastate", "client_id", "client-id", "clientid", "project_id",
    "project-id", "projectid", "project_number", "project-number", "bundle_id", "bundle-id",
    "bundleid", "team_id", "team-id", "teamid", "key_id", "key-id", "keyid", "services_id",
    "services-id", "package_name", "package-name", "intent_action", "intent-action", "changeme",
    "change-me", "change_me", "placeholder", "todo", "tbd", "fixme", "yourteamid", "yourkeyid",
    "yourclientid", "yourprojectid", "teamidhere", "keyidhere",
  ]
  private static let longestExact = exact.reduce(0) { max($0, $1.utf8.count) }

  /// The endings of upper-case placeholders: `GOOGLE_CLIENT_ID`, `INTENT_ACTION_FROM_CONSOLE`.
  private static let endings: [String] = [
    "CLIENT_ID", "PROJECT_ID", "PROJECT_NUMBER", "TEAM_ID", "KEY_ID", "BUNDLE_ID", "SERVICES_ID",
    "APP_ID", "PACKAGE_NAME", "INTENT_ACTION", "_FROM_CONSOLE", "_HERE",
  ]

  /// The placeholder in an ID. Includes words that are valid in the path of a URI.
  static func find(inIdentifier text: ExactString) -> Range<Int>? {
    let bytes = Array(text.utf8)[...]
    guard !bytes.isEmpty, bytes.count <= 256 else { return nil }
    let content = ByteSet(bytes)
    if let range = find(in: bytes, content: content) { return range }
    if bytes.count <= longestExact, exact.contains(ASCII.lowercased(bytes)) {
      return 0..<bytes.count
    }
    var start = 0
    while start <= bytes.count {
      let word = bytes[start...].prefix { $0 != UInt8(ascii: ".") }
      defer { start = word.endIndex + 1 }
      if content.hasUpperCase, word.allSatisfy({ isUpperCaseOrUnderscore($0) || $0.isDigit }),
        case let name = ExactString(decoding: word), endings.contains(where: name.hasSuffix)
      {
        return start..<word.endIndex
      }
      if isFilling(word) { return start..<word.endIndex }
    }
    return nil
  }

  /// Returns true for filler such as `xxx` and `0000`.
  private static func isFilling(_ word: ArraySlice<UInt8>) -> Bool {
    switch word.first {
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      word.count > 2 && word.allSatisfy { $0 | 0x20 == UInt8(ascii: "x") }
    case UInt8(ascii: "0"): word.count > 3 && word.allSatisfy { $0 == UInt8(ascii: "0") }
    default: false
    }
  }
}
