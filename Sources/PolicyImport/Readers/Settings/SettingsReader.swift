package import PolicyText

/// Reads TOML, INI files and Java properties into a flat mapping from dotted names to values.
///
/// A reader of our own, because TOML libraries for Swift don't report where a value is. Tables become prefixes, and tables of
/// an array get an index: `[[a]]` with `b = 1` is `a[0].b`.
package enum SettingsReader {
  package enum Dialect: Sendable {
    /// TOML. As in INI files, a value without quotes ends with its line.
    case sections
    /// Java properties.
    case properties
  }

  /// Reads a file. Never throws: the tree contains everything that could be read.
  package static func read(
    _ source: SourceFile, _ dialect: Dialect, file: FileID, limits: ReadingLimits = ReadingLimits()
  ) -> ReadResult {
    var findings = ReaderFindings(file: file, limits: limits)
    var parser = SettingsParser(source, dialect, file, limits)
    if findings.rejects(source, limits: limits) {
      parser.writer.append(findings.diagnostics)
    } else {
      parser.run()
    }
    return parser.writer.finish()
  }
}

private struct SettingsParser {
  /// The rest of the line can't be read; the error is already reported.
  private struct LineError: Error {}

  var writer: TreeWriter
  private let bytes: [UInt8]
  private let dialect: SettingsReader.Dialect
  private let maximumDepth: Int
  private var index: Int
  /// The name of the table with a final dot; empty before the first table.
  private var prefix: [UInt8] = []
  /// The number of tables in arrays, by name.
  private var counts: [ExactString: Int] = [:]

  init(
    _ source: SourceFile, _ dialect: SettingsReader.Dialect, _ file: FileID, _ limits: ReadingLimits
  ) {
    writer = TreeWriter(
      file: file, source: source, limits: limits, duplicateRule: ReaderFindings.duplicate)
    bytes = source.bytes
    self.dialect = dialect
    maximumDepth = limits.depth
    index = source.byteOrderMarkLength
  }

  mutating func run() {
    guard writer.open(.mapping, at: index) else { return }
    while index < bytes.count {
      skipSpace(withLines: true)
      guard let byte = peek() else { break }
      do throws(LineError) {
        if byte == UInt8(ascii: "["), dialect == .sections {
          try readHeader()
        } else {
          try readSetting()
        }
      } catch {
        guard writer.depth == 1 else { return }
        skipLine()
      }
    }
    writer.close(end: bytes.count)
  }

  // MARK: lines

  private mutating func readHeader() throws(LineError) {
    let start = index
    let isArray = bytes[index...].starts(with: "[[".utf8)
    index += isArray ? 2 : 1
    let nameStart = index
    while let byte = peek(), byte != UInt8(ascii: "]"), byte != 0x0A { index += 1 }
    guard peek() == UInt8(ascii: "]") else {
      try stop("expected `]` after the table's name", at: start)
    }
    var name = bytes[nameStart..<index].filter {
      $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") && $0 != 0x20
    }
    index += isArray ? 2 : 1
    index = min(index, bytes.count)
    if isArray {
      let key = ExactString(decoding: name)
      name += Array("[\(counts[key, default: 0])]".utf8)
      counts[key, default: 0] += 1
    }
    prefix = name + [UInt8(ascii: ".")]
    skipLine()
  }

  private mutating func readSetting() throws(LineError) {
    let start = index
    try readKey()
    let end = index
    skipSpace(withLines: false)
    guard let byte = peek(), isSeparator(byte) else {
      try stop("expected `=` after the name", at: start, length: end - start)
    }
    index += 1
    skipSpace(withLines: false)
    let key = bytes[start..<end].filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
    guard writer.add(.plain, at: SourceSpan(start, end), copying: prefix + key) else {
      throw LineError()
    }
    if dialect == .properties {
      try readProperty()
    } else {
      try readValue(isInLine: true, depth: 0)
    }
  }

  private func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") && dialect == .properties
  }

  private mutating func readKey() throws(LineError) {
    let start = index
    while let byte = peek(), byte > 0x20, !isSeparator(byte), byte != UInt8(ascii: "#") {
      if byte == UInt8(ascii: "\\"), dialect == .properties { index += 1 }
      index = min(index + 1, bytes.count)
    }
    if index == start { try stop("expected a name", at: start) }
  }

  /// Reads to the end of the line; a backslash continues it.
  private mutating func readProperty() throws(LineError) {
    let start = index
    var text: [UInt8] = []
    var isCopied = false
    while let byte = peek(), byte != 0x0A, byte != 0x0D {
      index += 1
      guard byte == UInt8(ascii: "\\"), let next = peek() else {
        text.append(byte)
        continue
      }
      isCopied = true
      index += 1
      switch next {
      case 0x0A, 0x0D:
        if next == 0x0D, peek() == 0x0A { index += 1 }
        skipSpace(withLines: false)
      case UInt8(ascii: "u"): appendCharacter(digits: 4, to: &text)
      default: text.append(Self.escapes[next] ?? next)
      }
    }
    let end = index
    while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
    let span = SourceSpan(start, isCopied ? end : start + text.count)
    let isAdded =
      isCopied
      ? writer.add(.plain, at: span, copying: text) : writer.add(.plain, at: span, text: span)
    if !isAdded { throw LineError() }
  }

  // MARK: TOML values

  private mutating func readValue(isInLine: Bool, depth: Int) throws(LineError) {
    switch peek() {
    case UInt8(ascii: "["): try readList(depth)
    case UInt8(ascii: "{"): try readTable(depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): try readQuoted()
    default:
      let start = index
      while let byte = peek(), byte != 0x0A, byte != 0x0D {
        let isComment =
          (byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";"))
          && (index == start || bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09)
        if isComment || !isInLine && ",]} \t".utf8.contains(byte) { break }
        index += 1
      }
      var end = index
      while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
      let span = SourceSpan(start, end)
      if !writer.add(.plain, at: span, text: span) { throw LineError() }
    }
    if isInLine { skipLine() }
  }

  private mutating func readList(_ depth: Int) throws(LineError) {
    try open(.sequence, depth)
    while true {
      skipSpace(withLines: true)
      guard let byte = peek() else { try stop("unterminated list: missing `]`", at: bytes.count) }
      if byte == UInt8(ascii: "]") { break }
      try readValue(isInLine: false, depth: depth + 1)
      skipSpace(withLines: true)
      if peek() == UInt8(ascii: ",") {
        index += 1
      } else if peek() != UInt8(ascii: "]") {
        try stop("expected `,` or `]`", at: index)
      }
    }
    index += 1
    writer.close(end: index)
  }

  private mutating func readTable(_ depth: Int) throws(LineError) {
    try open(.mapping, depth)
    while true {
      skipSpace(withLines: true)
      guard let byte = peek() else { try stop("unterminated table: missing `}`", at: bytes.count) }
      if byte == UInt8(ascii: "}") { break }
      let start = index
      try readKey()
      let key = bytes[start..<index].filter { $0 != UInt8(ascii: "\"") }
      if !writer.add(.plain, at: SourceSpan(start, index), copying: key) { throw LineError() }
      skipSpace(withLines: false)
      guard peek() == UInt8(ascii: "=") else { try stop("expected `=` after the name", at: index) }
      index += 1
      skipSpace(withLines: false)
      try readValue(isInLine: false, depth: depth + 1)
      skipSpace(withLines: true)
      if peek() == UInt8(ascii: ",") {
        index += 1
      } else if peek() != UInt8(ascii: "}") {
        try stop("expected `,` or `}`", at: index)
      }
    }
    index += 1
    writer.close(end: index)
  }

  private mutating func open(_ kind: NodeKind, _ depth: Int) throws(LineError) {
    // Values are read recursively, so the limit is lower than for other formats.
    guard depth < min(maximumDepth, 64), writer.open(kind, at: index) else {
      try stop("values are nested too deeply", at: index)
    }
    index += 1
  }

  private mutating func readQuoted() throws(LineError) {
    let start = index
    let quote = bytes[index]
    let isLong = bytes[index...].starts(with: [quote, quote, quote])
    index += isLong ? 3 : 1
    let textStart = index
    var text: [UInt8] = []
    var isCopied = false
    while true {
      guard let byte = peek(), isLong || byte != 0x0A else {
        try stop("unterminated string: missing quote", at: start)
      }
      if byte == quote, !isLong || bytes[index...].starts(with: [quote, quote, quote]) { break }
      index += 1
      guard byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""), let next = peek() else {
        text.append(byte)
        continue
      }
      isCopied = true
      index += 1
      switch next {
      case UInt8(ascii: "u"): appendCharacter(digits: 4, to: &text)
      case UInt8(ascii: "U"): appendCharacter(digits: 8, to: &text)
      case 0x0A, 0x0D, 0x20: skipSpace(withLines: true)
      default: text.append(Self.escapes[next] ?? next)
      }
    }
    let textEnd = index
    index += isLong ? 3 : 1
    let span = SourceSpan(start, index)
    let isAdded =
      isCopied
      ? writer.add(.doubleQuoted, at: span, copying: text)
      : writer.add(.doubleQuoted, at: span, text: SourceSpan(textStart, textEnd))
    if !isAdded { throw LineError() }
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
  ]

  private mutating func appendCharacter(digits: Int, to text: inout [UInt8]) {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = peek().flatMap({ PercentEncoding.hexValue($0) }) else { break }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    text += Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
  }

  // MARK: whitespace and errors

  private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Skips whitespace; with lines also comments.
  private mutating func skipSpace(withLines: Bool) {
    while let byte = peek() {
      let isComment =
        byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";") && dialect == .sections
        || byte == UInt8(ascii: "!") && dialect == .properties
      if byte == 0x20 || byte == 0x09 || withLines && (byte == 0x0A || byte == 0x0D) {
        index += 1
      } else if withLines, isComment {
        skipLine()
      } else {
        return
      }
    }
  }

  private mutating func skipLine() {
    while let byte = peek(), byte != 0x0A, byte != 0x0D { index += 1 }
  }

  private mutating func stop(_ message: String, at place: Int, length: Int = 1) throws(LineError)
    -> Never
  {
    var end = min(place + length, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    writer.report(
      ReaderFindings.syntax, SourceSpan(min(place, bytes.count), end), message,
      help: "fix the syntax, or export the file again")
    throw LineError()
  }
}
