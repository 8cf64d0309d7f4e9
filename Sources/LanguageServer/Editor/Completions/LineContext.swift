import PolicyText
import PolicyModel

/// The cursor context in YAML that may be incomplete, by the lines above the cursor and their
/// indentation.
struct LineContext {
  /// The keys on the path to the cursor; nil for an item of a list.
  private(set) var path: [String?] = []
  /// Whether a key may be expected.
  private(set) var isKey = true
  /// Sibling keys.
  private(set) var siblings: Set<String> = []
  /// Plain scalar values of sibling keys.
  private(set) var kinds: [String: String] = [:]
  /// The partial text to replace.
  private(set) var word: SourceSpan
  private(set) var isComment = false
  private(set) var isQuoted = false
  private(set) var isInFlow = false
  /// The column of a key in a block mapping; nil in a flow collection.
  private(set) var column: Int?
  /// Whether the cursor is in `# linkpolicy: ignore[…]`.
  private(set) var isInSuppression = false

  /// A line with a key, an item or both.
  private struct Line {
    var indent: Int
    /// The column after the dashes.
    var inner: Int
    var dashes: Int
    var key: String?
    var value: String
  }

  /// The maximum number of lines to search.
  private static let reach = 5_000

  init(at offset: Int, in source: SourceFile) {
    let index = source.lineIndex(of: offset)
    let span = source.lineSpan(index)
    let offset = max(span.start, min(offset, span.end))
    let before = Array(source.bytes[span.start..<offset])
    word = Self.word(in: source.bytes, span, offset)
    if let hash = Self.comment(in: before) {
      isComment = true
      let text = String(decoding: before[hash...], as: UTF8.self)
      let bracket = text.lastIndex(of: "[")
      isInSuppression =
        text.contains("linkpolicy:") && bracket.map { !text[$0...].contains("]") } == true
      return
    }
    let head = Self.parse(before)
    climb(from: index, indent: head.indent, source)
    path += Array(repeating: nil, count: head.dashes)
    collect(around: index, head.inner, isItem: head.dashes > 0, source)
    column = head.key == nil ? head.inner : nil
    isQuoted = word.start > span.start && "\"'".utf8.contains(source.bytes[word.start - 1])
    let text = String(decoding: before, as: UTF8.self).drop { $0 == " " || $0 == "-" }
    if let key = head.key {
      path.append(key)
      isKey = false
      descend(into: text.drop { $0 != ":" }.dropFirst())
    } else {
      descend(into: text)
    }
  }

  func kind(of source: SourceFile) -> PolicyDocument.Kind {
    for line in source.lineStarts.indices.prefix(200) {
      let span = source.lineSpan(line)
      let text = source.text(span)
      if text.hasPrefix("linkpolicy:") { return .policy }
      if text.hasPrefix("linkpolicy_tests:") { return .tests }
      if text.hasPrefix("linkpolicy_config:") { return .configuration }
    }
    return .unmarked
  }

  // MARK: the lines above

  /// Adds the parent keys, from lines with less indentation.
  private mutating func climb(from index: Int, indent: Int, _ source: SourceFile) {
    var limit = indent
    var steps: [[String?]] = []
    var line = index - 1
    while line >= max(0, index - Self.reach), limit > 0 || steps.isEmpty {
      defer { line -= 1 }
      let span = source.lineSpan(line)
      let above = Self.parse(Array(source.bytes[span.start..<span.end]))
      guard above.key != nil || above.dashes > 0 else { continue }
      if let key = above.key, above.inner < limit {
        // There is a list item between the key and the parent.
        steps.append(
          (above.dashes > 0 ? Array(repeating: nil, count: above.dashes) : []) + [key])
        limit = above.indent
        if above.dashes > 0, above.indent == 0 { break }
      } else if above.dashes > 0, above.inner == limit, above.indent < limit {
        // The list item that this line continues.
        steps.append(Array(repeating: nil, count: above.dashes))
        limit = above.indent
      } else if above.indent < limit {
        limit = above.indent
      }
      // A list may have the same indentation as its key.
      if limit == 0 { break }
    }
    path = steps.reversed().flatMap(\.self)
  }

  /// Adds the sibling keys: those in the same column of the same mapping.
  private mutating func collect(
    around index: Int, _ column: Int, isItem: Bool, _ source: SourceFile
  ) {
    func line(_ number: Int) -> Line {
      let span = source.lineSpan(number)
      return Self.parse(Array(source.bytes[span.start..<span.end]))
    }
    func take(_ other: Line) {
      guard other.inner == column, let key = other.key else { return }
      siblings.insert(key)
      kinds[key] = other.value
    }
    var number = index - 1
    while !isItem, number >= max(0, index - Self.reach) {
      let other = line(number)
      number -= 1
      guard other.key != nil || other.dashes > 0 else { continue }
      guard other.inner >= column else { break }
      take(other)
      if other.dashes > 0, other.inner == column { break }
    }
    number = index + 1
    while number < min(source.lineStarts.count, index + Self.reach) {
      let other = line(number)
      number += 1
      guard other.key != nil || other.dashes > 0 else { continue }
      guard other.indent >= column else { break }
      take(other)
    }
  }

  // MARK: one line

  /// Adds the flow collections that are open at the end of a line.
  private mutating func descend(into text: Substring) {
    var open: [(bracket: Character, key: String?)] = []
    var piece = ""
    var keys: [String: String] = [:]
    var key: String?
    for character in text {
      switch character {
      case "{", "[":
        open.append((character, key))
        key = nil
        piece = ""
      case "}", "]":
        _ = open.popLast()
        key = nil
        piece = ""
      case ":" where open.last?.bracket == "{" && key == nil:
        key = piece.trimmed
        piece = ""
      case ",":
        if let name = key { keys[name] = piece.trimmed }
        key = nil
        piece = ""
      default: piece.append(character)
      }
    }
    guard !open.isEmpty else { return }
    isInFlow = true
    column = nil
    for (index, level) in open.enumerated() {
      if index > 0, let key = level.key { path.append(key) }
      if level.bracket == "[" { path.append(nil) }
    }
    isKey = open.last?.bracket == "{" && key == nil
    if let key, open.last?.bracket == "{" { path.append(key) }
    siblings = Set(keys.keys)
    kinds = keys
  }

  private static func parse(_ bytes: [UInt8]) -> Line {
    var index = 0
    func skipBlanks() { while index < bytes.count, bytes[index] == 0x20 { index += 1 } }
    skipBlanks()
    let indent = index
    var dashes = 0
    while index < bytes.count, bytes[index] == UInt8(ascii: "-"),
      index + 1 == bytes.count || bytes[index + 1] == 0x20
    {
      dashes += 1
      index += 1
      skipBlanks()
    }
    let inner = index
    var line = Line(indent: indent, inner: inner, dashes: dashes, value: "")
    guard index < bytes.count, bytes[index] != UInt8(ascii: "#") else { return line }
    // A key ends with a colon before whitespace or the end of the line, and doesn't start with a
    // quote or bracket.
    guard !"\"'[{&*!|>".utf8.contains(bytes[index]) else { return line }
    var end = index
    while end < bytes.count {
      if bytes[end] == UInt8(ascii: ":"), end + 1 == bytes.count || bytes[end + 1] == 0x20 {
        line.key = String(decoding: bytes[index..<end], as: UTF8.self)
        line.value =
          String(decoding: bytes[(end + 1)...], as: UTF8.self)
          .split(separator: " #")[safe: 0].map { String($0).trimmed } ?? ""
        break
      }
      end += 1
    }
    return line
  }

  /// The start of a comment.
  private static func comment(in bytes: [UInt8]) -> Int? {
    var quote: UInt8?
    for (index, byte) in bytes.enumerated() {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
      } else if byte == UInt8(ascii: "#"), index == 0 || bytes[index - 1] == 0x20 {
        return index
      }
    }
    return nil
  }

  /// The word around the cursor, up to whitespace and brackets.
  private static func word(in bytes: [UInt8], _ line: SourceSpan, _ offset: Int) -> SourceSpan {
    func isPart(_ byte: UInt8) -> Bool { !" \t,[]{}\"'#".utf8.contains(byte) }
    var start = offset
    while start > line.start, isPart(bytes[start - 1]) { start -= 1 }
    var end = offset
    while end < line.end, isPart(bytes[end]), bytes[end] != UInt8(ascii: ":") { end += 1 }
    return SourceSpan(start, end)
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
