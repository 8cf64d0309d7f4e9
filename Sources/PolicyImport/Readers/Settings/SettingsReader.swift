package import PolicyText

/// Reads TOML, INI files and Java properties into a flat mapping from dotted names to values.
///
/// Our own reader, because TOML libraries for Swift don't report the locations of values. Tables
/// become prefixes, and tables of an array get an index: `[[a]]` with `b = 1` is `a[0].b`.
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
    var parser = SettingsParser(source, dialect, file, limits)
    return parser.result(of: source, file, limits) { parser throws(ReadingStopped) in
      try parser.run()
    }
  }
}

private struct SettingsParser: TreeParser {
  var writer: TreeWriter
  let bytes: [UInt8]
  private let dialect: SettingsReader.Dialect
  private let maximumDepth: Int
  var index: Int
  /// The name of the table with a final dot; empty before the first table.
  private var prefix: [UInt8] = []
  /// The number of tables in arrays, by name.
  private var counts: [ExactString: Int] = [:]

  init(
    _ source: SourceFile, _ dialect: SettingsReader.Dialect, _ file: FileID, _ limits: ReadingLimits
  ) {
    writer = TreeWriter(source, file, limits)
    bytes = source.bytes
    self.dialect = dialect
    maximumDepth = limits.depth
    index = source.byteOrderMarkLength
  }

  mutating func run() throws(ReadingStopped) {
    try writer.begin(.mapping, at: index)
    while index < bytes.count {
      skipSpace(withLines: true)
      guard let byte = peek() else { break }
      do throws(ReadingStopped) {
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

  private mutating func readHeader() throws(ReadingStopped) {
    let start = index
    let isArray = starts(with: "[[")
    index += isArray ? 2 : 1
    let nameStart = index
    skip { $0 != UInt8(ascii: "]") && $0 != 0x0A }
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

  private mutating func readSetting() throws(ReadingStopped) {
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
    try writer.write(.plain, at: SourceSpan(start, end), copying: prefix + key)
    if dialect == .properties {
      try readProperty()
    } else {
      try readValue(isInLine: true, depth: 0)
    }
  }

  private func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") && dialect == .properties
  }

  private mutating func readKey() throws(ReadingStopped) {
    let start = index
    while let byte = peek(), byte > 0x20, !isSeparator(byte), byte != UInt8(ascii: "#") {
      if byte == UInt8(ascii: "\\"), dialect == .properties { index += 1 }
      index = min(index + 1, bytes.count)
    }
    if index == start { try stop("expected a name", at: start) }
  }

  /// Reads to the end of the line; a backslash continues it.
  private mutating func readProperty() throws(ReadingStopped) {
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
      case UInt8(ascii: "u"): text.append(codePoint: readHexDigits(4))
      default: text.append(Self.escapes[next] ?? next)
      }
    }
    let end = index
    while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
    let span = SourceSpan(start, isCopied ? end : start + text.count)
    if isCopied {
      try writer.write(.plain, at: span, copying: text)
    } else {
      try writer.write(.plain, at: span)
    }
  }

  // MARK: TOML values

  private mutating func readValue(isInLine: Bool, depth: Int) throws(ReadingStopped) {
    switch peek() {
    case UInt8(ascii: "["): try readItems(.sequence, depth)
    case UInt8(ascii: "{"): try readItems(.mapping, depth)
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
      try writer.write(.plain, at: SourceSpan(start, end))
    }
    if isInLine { skipLine() }
  }

  /// Reads a list or an inline table.
  private mutating func readItems(_ kind: NodeKind, _ depth: Int) throws(ReadingStopped) {
    let (name, close) =
      kind == .mapping ? ("table", UInt8(ascii: "}")) : ("list", UInt8(ascii: "]"))
    let mark = Unicode.Scalar(close)
    // Values are read recursively, so the limit is lower than for other formats.
    guard depth < min(maximumDepth, 64), writer.open(kind, at: index) else {
      try stop("values are nested too deeply")
    }
    index += 1
    while true {
      skipSpace(withLines: true)
      guard let byte = peek() else { try stop("unterminated \(name): missing `\(mark)`") }
      if byte == close { break }
      if kind == .mapping {
        let start = index
        try readKey()
        let key = bytes[start..<index].filter { $0 != UInt8(ascii: "\"") }
        try writer.write(.plain, at: SourceSpan(start, index), copying: key)
        skipSpace(withLines: false)
        guard peek() == UInt8(ascii: "=") else { try stop("expected `=` after the name") }
        index += 1
        skipSpace(withLines: false)
      }
      try readValue(isInLine: false, depth: depth + 1)
      skipSpace(withLines: true)
      if peek() == UInt8(ascii: ",") {
        index += 1
      } else if peek() != close {
        try stop("expected `,` or `\(mark)`")
      }
    }
    index += 1
    writer.close(end: index)
  }

  private mutating func readQuoted() throws(ReadingStopped) {
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
      case UInt8(ascii: "u"): text.append(codePoint: readHexDigits(4))
      case UInt8(ascii: "U"): text.append(codePoint: readHexDigits(8))
      case 0x0A, 0x0D, 0x20: skipSpace(withLines: true)
      default: text.append(Self.escapes[next] ?? next)
      }
    }
    let textEnd = index
    index += isLong ? 3 : 1
    let span = SourceSpan(start, index)
    if isCopied {
      try writer.write(.doubleQuoted, at: span, copying: text)
    } else {
      try writer.write(.doubleQuoted, at: span, text: SourceSpan(textStart, textEnd))
    }
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
  ]

  // MARK: whitespace

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

  private mutating func skipLine() { skip { $0 != 0x0A && $0 != 0x0D } }
}
