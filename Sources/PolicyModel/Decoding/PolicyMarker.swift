package import PolicyText

/// The root keys that mark policies, tests and configurations.
///
/// YAML allows many spellings of a key: `"link\u0070olicy"`, invisible characters, UTF-16. Only the
/// decoded tree shows whether a file has a marker; the bytes only show whether it may.
package enum PolicyMarker {
  private static let names: Set<ExactString> = [
    ExactString(PolicyKey.linkpolicy.rawValue), ExactString(TestFileKey.linkpolicyTests.rawValue),
    ExactString(ConfigurationKey.linkpolicyConfig.rawValue),
  ]
  /// The common prefix of all names.
  private static let stem = Array(PolicyKey.linkpolicy.rawValue.utf8)

  /// False if the bytes can't contain a marker, so the file needn't be parsed as YAML. May be true
  /// for a comment.
  package static func mayOccur(in bytes: [UInt8]) -> Bool {
    if bytes.firstRange(of: stem, in: 0..<bytes.count) != nil { return true }
    return readings(of: bytes).contains { reading in
      (visibleText(of: reading) ?? reading).firstRange(of: stem) != nil
    }
  }

  /// A misspelled marker: a key at the start of a line that is similar to a marker, with the value
  /// 1.
  ///
  /// - Returns: the bytes of the key, and the correct name.
  package static func misspelled(in bytes: [UInt8]) -> (key: Range<Int>, meant: String)? {
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex { $0.isLineBreak } ?? bytes.count
      let line = bytes[start..<end]
      let key = line.prefix { isWord($0) || (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") }
      if (minimumMisspelled...maximumMisspelled).contains(key.count), isOne(line[key.endIndex...]) {
        let name = String(decoding: key, as: UTF8.self)
        let all = names.map(\.string).sorted()
        if let meant = Nearest.name(to: name, among: all), ExactString(meant) != ExactString(name) {
          return (key.indices, meant)
        }
      }
      start = end + 1
    }
    return nil
  }

  /// The marker for the root keys.
  package static func meant(by tree: SourceTree) -> String {
    let keys = tree.root.map { tree.entries($0).map { tree.text($0.key) } } ?? []
    func has(_ names: String...) -> Bool {
      keys.contains { key in names.contains { key == ExactString($0) } }
    }
    if has(PolicyKey.name.rawValue) { return PolicyKey.linkpolicy.rawValue }
    if has(TestFileKey.tests.rawValue, TestFileKey.invariants.rawValue) {
      return TestFileKey.linkpolicyTests.rawValue
    }
    return has("policies", "exclude", "severities", "overrides", "baseline", "generate")
      ? ConfigurationKey.linkpolicyConfig.rawValue : PolicyKey.linkpolicy.rawValue
  }

  private static let minimumMisspelled = 7
  private static let maximumMisspelled = 20

  /// Returns true for `: 1`, optionally followed by a comment.
  private static func isOne(_ rest: ArraySlice<UInt8>) -> Bool {
    let colon: ArraySlice<UInt8> = rest.drop(while: \.isBlank)
    guard colon.first == UInt8(ascii: ":") else { return false }
    let value: ArraySlice<UInt8> = colon.dropFirst().drop(while: \.isBlank)
    guard value.first == UInt8(ascii: "1") else { return false }
    let end: ArraySlice<UInt8> = value.dropFirst().drop(while: \.isBlank)
    return end.isEmpty || end.first == UInt8(ascii: "#")
  }

  /// The bytes, and their UTF-16 contents: in UTF-16 and UTF-32, ASCII characters have zero bytes.
  private static func readings(of bytes: [UInt8]) -> [[UInt8]] {
    // A larger file isn't parsed as YAML.
    guard bytes.count <= ReadingLimits().bytes, bytes.contains(0) else { return [bytes] }
    let wide = [0, 8].map { shift in
      let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
        UInt16(bytes[index]) << shift | UInt16(bytes[index + 1]) << (8 - shift)
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    }
    return [bytes] + wide
  }

  /// Returns true for a file that seems to have a marker, but doesn't.
  ///
  /// - Parameter isFlawless: whether the reader has no findings, so the tree has all keys.
  static func isImitated(in tree: SourceTree, isFlawless: Bool) -> Bool {
    let bytes = tree.source.bytes
    // Regardless of the encoding, a reviewer sees the name.
    guard DisplayText.firstInvalidByte(of: bytes) == nil, !bytes.contains(0) else {
      return mayOccur(in: bytes)
    }
    guard tree.isComplete, let root = tree.root else { return isKey(in: bytes) }
    let isHidden = tree.entries(root).contains { entry in
      names.contains(ExactString(HiddenCharacter.visible(tree.text(entry.key).string)))
    }
    if isHidden || isFlawless { return isHidden }
    // A tag may have hidden a key, and further documents aren't parsed.
    let rootEnd = min(tree.span(root).end, bytes.count)
    // The colon may be after the part that was read.
    let end = bytes[rootEnd...].firstIndex { $0.isLineBreak } ?? bytes.count
    return isKey(in: Array(bytes[..<end]), indented: false) || isKey(in: Array(bytes[end...]))
  }

  /// Returns true if a line has a marker as a key, before a colon or after a question mark.
  ///
  /// - Parameter indented: whether to include keys that aren't at the start of a line.
  private static func isKey(in bytes: [UInt8], indented: Bool = true) -> Bool {
    let text = visibleText(of: bytes) ?? bytes
    return text.split(whereSeparator: { $0.isLineBreak }).contains { line in
      guard let place = line.firstRange(of: stem) else { return false }
      let before = line[..<place.lowerBound]
      guard before.first(where: { !$0.isBlank }) != UInt8(ascii: "#"),
        indented || startsLine(before)
      else { return false }
      var rest = line
      while let place = rest.firstRange(of: stem) {
        if isKey(line[..<place.lowerBound], line[place.upperBound...]) { return true }
        rest = rest[place.upperBound...]
      }
      return false
    }
  }

  /// Returns true if only a tag, an anchor, a question mark or a quote precedes a key.
  private static func startsLine(_ before: ArraySlice<UInt8>) -> Bool {
    !(before.first.map(\.isBlank) ?? false)
      && before.split(whereSeparator: \.isBlank).allSatisfy { word in
        word.first.map { "!&?\"'".utf8.contains($0) } ?? true
      }
  }

  /// - Parameters:
  ///   - before: the line before the common prefix of markers.
  ///   - after: the line after that prefix.
  private static func isKey(_ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>) -> Bool {
    var before = before
    let isQuoted = before.last.map(isQuote) ?? false
    if isQuoted { before.removeLast() }
    guard before.last.map({ $0.isBlank || "{,?".utf8.contains($0) }) ?? true else { return false }
    let word: ArraySlice<UInt8> = after.drop(while: isWord)
    let quote: ArraySlice<UInt8> = word.drop(while: isQuote)
    let end: ArraySlice<UInt8> = quote.drop(while: \.isBlank)
    guard end.first == UInt8(ascii: ":") else {
      return before.last(where: { !$0.isBlank }) == UInt8(ascii: "?")
    }
    // `image: example/linkpolicy:1` has no such key.
    return isQuoted || end.dropFirst().first.map { $0.isBlank || ",}".utf8.contains($0) } ?? true
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (0x61...0x7A).contains(byte)
  }

  /// The text as a reviewer sees it, with escapes in double-quoted scalars decoded; nil if it is
  /// the same.
  private static func visibleText(of bytes: [UInt8]) -> [UInt8]? {
    let plain = unescaped(bytes)
    guard HiddenCharacter.occurs(in: plain ?? bytes) else { return plain }
    return Array(HiddenCharacter.visible(String(decoding: plain ?? bytes, as: UTF8.self)).utf8)
  }

  /// Decodes all escapes that can be part of a marker; nil if there are none.
  ///
  /// Also decodes escapes outside of double quotes or after a backslash, so the result may have
  /// more markers than YAML readers find, but never fewer.
  private static func unescaped(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.contains(UInt8(ascii: "\\")) else { return nil }
    // UTF-32 read as UTF-16 has zeros between the characters of an escape.
    let bytes = bytes.contains(0) ? bytes.filter { $0 != 0 } : bytes
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
        output.append(bytes[index])
        index += 1
        continue
      }
      let digits: Int? =
        switch bytes[index + 1] {
        case UInt8(ascii: "x"): 2
        case UInt8(ascii: "u"): 4
        case UInt8(ascii: "U"): 8
        default: nil
        }
      if let digits, let scalar = scalar(bytes[(index + 2)...].prefix(digits), count: digits) {
        output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        index += 2 + digits
      } else if bytes[index + 1] == 0x0A || bytes[index + 1] == 0x0D {
        // The line continues after the indentation of the next one.
        index += 2
        while index < bytes.count, " \t\r\n".utf8.contains(bytes[index]) { index += 1 }
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return output
  }

  private static func scalar(_ digits: ArraySlice<UInt8>, count: Int) -> Unicode.Scalar? {
    guard digits.count == count else { return nil }
    var value: UInt32 = 0
    for digit in digits {
      guard let number = PercentEncoding.hexValue(digit) else { return nil }
      value = value << 4 | UInt32(number)
    }
    return Unicode.Scalar(value)
  }
}
