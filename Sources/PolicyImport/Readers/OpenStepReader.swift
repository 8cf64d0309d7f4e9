package import PolicyText

/// Reads OpenStep property lists, the format of Xcode projects (`project.pbxproj`), with the bytes of each value, which
/// Foundation doesn't report: `{ key = value; }`, `( a, b, )`, `"string"`, bare words, `<0fbd77>`, comments.
///
/// All scalars are strings.
package enum OpenStepReader {
  /// Reads a file. Never throws: the tree contains everything before the first error.
  package static func read(
    _ source: SourceFile, file: FileID, limits: ReadingLimits = ReadingLimits()
  ) -> ReadResult {
    var parser = Parser(source: source, file: file, limits: limits)
    return parser.result(of: source, file, limits) { parser throws(ReadingStopped) in
      try parser.run()
    }
  }
}

/// The writer keeps the open nodes.
private struct Parser: TreeParser {
  var writer: TreeWriter
  let bytes: [UInt8]
  private let file: FileID
  var index: Int

  init(source: SourceFile, file: FileID, limits: ReadingLimits) {
    writer = TreeWriter(source, file, limits)
    bytes = source.bytes
    self.file = file
    index = source.byteOrderMarkLength
  }

  mutating func run() throws(ReadingStopped) {
    try skipSpace()
    guard index < bytes.count else { try fail("the file is empty") }
    try readValue()
    while writer.depth > 0 { try readMember() }
    try skipSpace()
    if index < bytes.count { try fail("unexpected content after the property list") }
  }

  private mutating func readMember() throws(ReadingStopped) {
    let isTable = writer.isInMapping
    try skipSpace()
    if peek() == (isTable ? UInt8(ascii: "}") : UInt8(ascii: ")")) {
      index += 1
      writer.close(end: index)
      return try endValue()
    }
    if isTable {
      try readText("a key or `}`")
      try skipSpace()
      guard peek() == UInt8(ascii: "=") else { try fail("expected `=` after the key") }
      index += 1
      try skipSpace()
    }
    try readValue()
  }

  /// Reads the separator after a value: `;` in a dictionary, `,` in an array, optional after the last item.
  private mutating func endValue() throws(ReadingStopped) {
    guard writer.depth > 0 else { return }
    try skipSpace()
    if writer.isInMapping {
      guard peek() == UInt8(ascii: ";") else {
        if peek() == UInt8(ascii: "}") {
          return writer.report(
            ReaderFindings.syntax, SourceSpan(index, index + 1), "expected `;` after the value")
        }
        try fail("expected `;` after the value")
      }
      index += 1
    } else if peek() == UInt8(ascii: ",") {
      index += 1
    } else if peek() != UInt8(ascii: ")") {
      try fail("expected `,` or `)`")
    }
  }

  private mutating func readValue() throws(ReadingStopped) {
    switch peek() {
    case UInt8(ascii: "{"): try open(.mapping)
    case UInt8(ascii: "("): try open(.sequence)
    default:
      try readText("a value")
      try endValue()
    }
  }

  private mutating func open(_ kind: NodeKind) throws(ReadingStopped) {
    try writer.begin(kind, at: index)
    index += 1
  }

  private mutating func readText(_ expected: String) throws(ReadingStopped) {
    let start = index
    switch peek() {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): try readQuoted()
    case UInt8(ascii: "<"):
      if starts(with: "<<<<<<<") { try fail("unresolved merge conflict", length: 7) }
      try readData()
    case let byte? where Self.isBare(byte):
      skip(while: Self.isBare)
      try writer.write(.plain, at: SourceSpan(start, index))
    case nil:
      try fail("the file ends, expected \(expected)")
    default:
      try fail("expected \(expected)")
    }
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24, 0x2F, 0x3A, 0x2E, 0x2D: true
    default: false
    }
  }

  private mutating func readData() throws(ReadingStopped) {
    let start = index
    index += 1
    while let byte = peek(), byte != UInt8(ascii: ">") {
      guard PercentEncoding.hexValue(byte) != nil || byte.isSpace else {
        try fail("expected hex digits")
      }
      index += 1
    }
    guard peek() != nil else { try fail("unterminated data: missing `>`", at: start) }
    index += 1
    try writer.write(
      .literal, at: SourceSpan(start, index), text: SourceSpan(start + 1, index - 1))
  }

  private mutating func readQuoted() throws(ReadingStopped) {
    let start = index
    let quote = bytes[index]
    let style: ScalarStyle = quote == 0x22 ? .doubleQuoted : .singleQuoted
    index += 1
    skip { $0 != quote && $0 != 0x5C }
    if peek() == quote {
      index += 1
      return try writer.write(
        style, at: SourceSpan(start, index), text: SourceSpan(start + 1, index - 1))
    }
    var text = Array(bytes[(start + 1)..<index])
    while let byte = peek(), byte != quote {
      if byte == 0x5C {
        readEscape(into: &text)
      } else {
        text.append(byte)
        index += 1
      }
    }
    guard peek() != nil else { try fail("unterminated string: missing quote", at: start) }
    index += 1
    try writer.write(style, at: SourceSpan(start, index), copying: text)
  }

  private mutating func readEscape(into text: inout [UInt8]) {
    index += 1
    guard let byte = peek() else { return }
    index += 1
    switch byte {
    case UInt8(ascii: "a"): text.append(0x07)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "U"): appendUnit(into: &text)
    case 0x30...0x37:
      var value = UInt32(byte - 0x30)
      for _ in 0..<2 {
        guard let next = peek(), (0x30...0x37).contains(next) else { break }
        value = value << 3 | UInt32(next - 0x30)
        index += 1
      }
      text.append(codePoint: value & 0xFF)
    default: text.append(byte)
    }
  }

  /// Reads a UTF-16 code unit, `\Uxxxx`.
  private mutating func appendUnit(into text: inout [UInt8]) {
    func unit(at start: Int) -> UInt32? {
      guard start + 4 <= bytes.count else { return nil }
      var value: UInt32 = 0
      for byte in bytes[start..<(start + 4)] {
        guard let digit = PercentEncoding.hexValue(byte) else { return nil }
        value = value << 4 | UInt32(digit)
      }
      return value
    }
    guard var value = unit(at: index) else { return text.append(UInt8(ascii: "U")) }
    index += 4
    if (0xD800...0xDBFF).contains(value), starts(with: "\\U"),
      let low = unit(at: index + 2), (0xDC00...0xDFFF).contains(low)
    {
      index += 6
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    text.append(codePoint: value)
  }

  // MARK: whitespace and errors

  private mutating func skipSpace() throws(ReadingStopped) {
    while let byte = peek() {
      if byte.isSpace {
        index += 1
      } else if starts(with: "//") {
        skip { $0 != 0x0A && $0 != 0x0D }
      } else if starts(with: "/*") {
        let start = index
        index += 2
        while !starts(with: "*/") {
          guard index < bytes.count else {
            try fail("unterminated comment: missing `*/`", at: start)
          }
          index += 1
        }
        index += 2
      } else {
        return
      }
    }
  }

  private mutating func fail(
    _ message: String, at place: Int? = nil, length: Int = 1
  ) throws(ReadingStopped) -> Never {
    let notes = writer.openStart.map {
      [
        Diagnostic.Note(
          "opened here", at: SourceLocation(file: file, span: SourceSpan($0, $0 + 1)))
      ]
    }
    try stop(message, at: place, length: length, help: nil, notes: notes ?? [])
  }
}
