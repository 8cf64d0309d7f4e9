/// Hides values of request parameters that don't affect decisions, by parameter name, and the user information of URIs.
/// Parameters are found after `?`, `&`, `;` and `#`, also in nested URIs with any number of percent-encodings.
package struct ParameterMask: Sendable {
  /// Which values are hidden.
  package enum Names: Sendable {
    /// Secrets, assertions, verifiers, tokens.
    case secrets
    /// Also `state`, `code`, `oobCode`, hints and the user information of URIs.
    case all
  }

  /// The text that replaces hidden values.
  package static let replacement = "[redacted]"

  private let names: Names

  /// Creates a mask for some names.
  package init(_ names: Names = .all) { self.names = names }

  /// Names without separators whose values are hidden although they aren't secrets.
  private static let more = [
    "state", "code", "oobcode", "loginhint", "logouthint", "relaystate", "devicecode", "usercode",
    "authorizationcode", "authcode", "username",
  ]

  /// Returns true if values of the decoded parameter are hidden. Servers treat `code`, `code[]`,
  /// `a[code]`, `a.code` and names with surrounding whitespace or NUL as the same parameter.
  package func hides(_ name: some Collection<UInt8>) -> Bool { hides(Array(name)[...]) }

  private func hides(_ name: ArraySlice<UInt8>) -> Bool {
    if SecretName.matches(name, withSlips: false) { return true }
    var rest = name
    while !rest.isEmpty {
      let part = rest.prefix { Self.isLetter($0) }
      if hides(part: part) { return true }
      rest = rest[part.endIndex...].dropFirst()
    }
    return false
  }

  private func hides(part: ArraySlice<UInt8>) -> Bool {
    if Self.reads(part, as: "assertion") || Self.reads(part, as: "samlresponse") { return true }
    return names == .all && Self.more.contains { Self.reads(part, as: $0) }
  }

  /// Returns true if a part equals a name, ignoring case, separators and non-ASCII bytes.
  private static func reads(_ part: ArraySlice<UInt8>, as name: String) -> Bool {
    var letters = name.utf8.makeIterator()
    for byte in part.prefix(32) {
      if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte >= 0x80 { continue }
      guard letters.next() == ASCII.lowercased(byte) else { return false }
    }
    return letters.next() == nil
  }

  /// Bytes of one part of a name.
  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x80...: true
    default: false
    }
  }

  /// Replaces hidden values in a string.
  package func masked(_ text: ExactString) -> ExactString {
    let bytes = Array(text.utf8)
    let ranges = ranges(in: bytes[...])
    guard !ranges.isEmpty else { return text }
    var output: [UInt8] = []
    var copied = 0
    for range in ranges {
      output += bytes[copied..<range.lowerBound]
      output += Self.replacement.utf8
      copied = range.upperBound
    }
    return ExactString(decoding: output + bytes[copied...])
  }

  /// `=`, `%`, `@`: strings without them have no parameters or user information.
  package static var signs: (UInt8, UInt8, UInt8) {
    (UInt8(ascii: "="), UInt8(ascii: "%"), UInt8(ascii: "@"))
  }

  private func mayHide(_ text: ArraySlice<UInt8>) -> Bool {
    let letters = SecretContent.letters
    let signs = Self.signs
    return text.holdsOne(
      from: letters.first, count: letters.count, or: (letters.other, signs.0, signs.1, signs.2))
  }

  /// The ranges to hide, in order, without overlaps.
  package func ranges(in text: ArraySlice<UInt8>) -> [Range<Int>] {
    guard mayHide(text) else { return [] }
    var found = SecretContent.matches(in: text).map(\.range)
    // Most strings have neither parameters nor user information.
    if text.holdsOne(of: Self.signs) {
      let decoded = DecodedText(text)
      found += parameters(in: decoded)
      if names == .all { found += userInformation(in: decoded) }
    }
    var joined: [Range<Int>] = []
    for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  private func parameters(in text: DecodedText) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = 0
    while let equals = text.bytes.offset(of: UInt8(ascii: "="), from: index) {
      let name = name(in: text, endingAt: equals, after: index)
      let level = text.level(at: equals)
      let start = equals + 1
      index = start
      guard !name.isEmpty, hides(name) else { continue }
      if let end = maskEnd(in: text, from: start, level) {
        index = end
        continue
      }
      while index < text.count, !ends(text.bytes[index], text.level(at: index), level) {
        index += 1
      }
      if start < index { found.append(text.start(at: start)..<text.end(before: index)) }
    }
    return found
  }

  /// The end of a value that is already masked.
  private func maskEnd(in text: DecodedText, from start: Int, _ level: UInt8) -> Int? {
    let end = start + Self.replacement.utf8.count
    guard text.bytes[start...].starts(with: Self.replacement.utf8),
      end == text.count || ends(text.bytes[end], text.level(at: end), level)
    else { return nil }
    return end
  }

  /// The name before `=`, with its brackets but without surrounding whitespace (also `+`) and control characters.
  private func name(
    in text: DecodedText, endingAt end: Int, after start: Int
  ) -> ArraySlice<UInt8> {
    let trimmed = text.bytes[start..<end].reversed().drop { $0 <= 0x20 || $0 == UInt8(ascii: "+") }
    let name = trimmed.prefix {
      Self.isNameByte($0) || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]")
    }
    return text.bytes[name.endIndex.base..<name.startIndex.base]
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) || byte >= 0x80
  }

  /// Returns true for bytes that end a value. A separator that is encoded more often is part of the
  /// value.
  private func ends(_ byte: UInt8, _ level: UInt8, _ limit: UInt8) -> Bool {
    guard level <= limit else { return false }
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "#"): return true
    // These end a value in a line of a policy.
    case 0x20, 0x09, 0x22, 0x27, 0x60, UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
      return names == .secrets
    default: return false
    }
  }

  // MARK: user information

  private func userInformation(in text: DecodedText) -> [Range<Int>] {
    guard text.bytes.offset(of: UInt8(ascii: "@")) != nil else { return [] }
    var found: [Range<Int>] = []
    if let end = lastAt(in: text, from: 0, level: 0).last,
      text.bytes[..<end].contains(UInt8(ascii: ":"))
    {
      found.append(text.start(at: 0)..<text.end(before: end))
    }
    /// Before `end`, no byte at this level or a higher one is `@`.
    var searched = (end: 0, level: UInt8(0))
    var index = 0
    while index < text.count {
      let byte = text.bytes[index]
      let isColon = byte == UInt8(ascii: ":")
      guard isColon || Self.isSlash(byte) else {
        index += 1
        continue
      }
      let level = text.level(at: index)
      var start = index + 1
      var slashes = isColon ? 0 : 1
      while start < text.count,
        Self.isSlash(text.bytes[start]) || Self.isIgnored(text.bytes[start])
      {
        if Self.isSlash(text.bytes[start]) { slashes += 1 }
        start += 1
      }
      // Browsers read `https:user@host` as a URL with a host; otherwise, two slashes start a host.
      let isAuthority =
        isColon ? slashes > 0 || isBrowserScheme(in: text, before: index) : slashes > 1
      let isKnown = start < searched.end && level >= searched.level
      if isAuthority, !isKnown {
        let (last, end) = lastAt(in: text, from: start, level: level)
        if let last {
          found.append(text.start(at: start)..<text.end(before: last))
          start = last
        } else {
          searched = (end, level)
        }
      }
      index = start
    }
    return found
  }

  private static func isSlash(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
  }

  /// Tabs and line breaks, which browsers remove from URLs.
  private static func isIgnored(_ byte: UInt8) -> Bool {
    byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private func isBrowserScheme(in text: DecodedText, before end: Int) -> Bool {
    let scheme = text.bytes[..<end].suffix(32).filter { !Self.isIgnored($0) }
      .reversed().prefix { Self.isNameByte($0) }.map { ASCII.lowercased($0) }
    return scheme.elementsEqual("ptth".utf8) || scheme.elementsEqual("sptth".utf8)
  }

  /// The last `@` before the host, if any, with the range before it and the end of the host.
  private func lastAt(
    in text: DecodedText, from start: Int, level: UInt8
  ) -> (last: Int?, end: Int) {
    var index = start
    var found: Int?
    while index < text.count {
      let byte = text.bytes[index]
      if byte == UInt8(ascii: "@") {
        found = index
      } else if text.level(at: index) <= level,
        Self.isSlash(byte) || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
          || byte == 0x20
      {
        break
      }
      index += 1
    }
    return (found.flatMap { $0 > start ? $0 : nil }, index)
  }
}

/// A fully percent-decoded string. Each byte knows its original position and how often it was encoded.
struct DecodedText {
  private(set) var bytes: [UInt8] = []
  /// Empty if no byte is encoded.
  private var levels: [UInt8] = []
  private var starts: [Int] = []
  private let textStart: Int
  private let end: Int

  var count: Int { bytes.count }

  /// The original end of the byte before an index.
  func end(before index: Int) -> Int { index < count ? start(at: index) : end }

  /// The original position of a byte.
  func start(at index: Int) -> Int { starts.isEmpty ? textStart + index : starts[index] }

  /// The number of times that a byte was encoded.
  func level(at index: Int) -> UInt8 { levels.isEmpty ? 0 : levels[index] }

  /// Decodes in one pass: an escape is replaced as soon as it is complete, and may complete
  /// another.
  init(_ text: ArraySlice<UInt8>) {
    textStart = text.startIndex
    end = text.endIndex
    let percent = UInt8(ascii: "%")
    guard text.holdsOne(of: (percent, percent, percent)) else {
      bytes = Array(text)
      return
    }
    bytes.reserveCapacity(text.count)
    levels.reserveCapacity(text.count)
    starts.reserveCapacity(text.count)
    for index in text.indices {
      bytes.append(text[index])
      levels.append(0)
      starts.append(index)
      while let value = lastEscape() {
        let level = levels.suffix(3).reduce(0) { max($0, $1) }
        let start = starts[starts.count - 3]
        bytes.removeLast(3)
        levels.removeLast(3)
        starts.removeLast(3)
        bytes.append(value)
        levels.append(level == .max ? level : level + 1)
        starts.append(start)
      }
    }
  }

  private func lastEscape() -> UInt8? {
    let count = bytes.count
    guard count >= 3, bytes[count - 3] == UInt8(ascii: "%"),
      let high = PercentEncoding.hexValue(bytes[count - 2]),
      let low = PercentEncoding.hexValue(bytes[count - 1])
    else { return nil }
    return high << 4 | low
  }
}

extension ParameterMask {
  /// The value with parameter values, parameters in strings and credentials of `Authorization` headers replaced.
  package func masked(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(masked(ExactString(text)).string)
    case .array(let items): .array(items.map { masked($0) })
    case .object(let entries):
      .object(
        entries.map { key, value in
          let isHidden = hides(key.utf8) || ExactString(key) == "authorization"
          return (key, isHidden ? withoutTexts(value) : masked(value))
        })
    default: value
    }
  }

  /// Replaces all strings in the value of a hidden parameter.
  private func withoutTexts(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(text.isEmpty ? text : Self.replacement)
    case .array(let items): .array(items.map { withoutTexts($0) })
    default: masked(value)
    }
  }
}
