/// Reads strict JSON (RFC 8259) into a tree with byte ranges.
///
/// Platforms ignore an association file with a single syntax error, so every deviation is reported. The parser
/// continues after trailing commas and comments to report all of them.
package enum JSONReader {
  /// Parses as much of a file as possible; never throws.
  package static func read(
    _ source: SourceFile, file: FileID, limits: ReadingLimits = ReadingLimits(),
    dialect: Dialect = .strict
  ) -> ReadResult {
    var parser = JSONParser(source: source, file: file, limits: limits, dialect: dialect)
    if source.bytes.count > limits.bytes {
      parser.builder.report(
        "yaml-limit", SourceSpan(0, 0), "file has more than \(limits.bytes) bytes",
        help: "split the file, or exclude it")
      parser.builder.closeUnfinished()
    } else if let form = FileSignature(source.bytes) {
      parser.builder.report(form.rule, SourceSpan(0, 0), form.message, help: form.help)
      parser.builder.closeUnfinished()
    } else if let bad = source.firstByteThatIsNotUTF8() {
      parser.builder.report(
        "yaml-encoding", SourceSpan(bad.offset, bad.offset + 1), bad.message,
        help: "save the file as UTF-8")
      parser.builder.closeUnfinished()
    } else {
      parser.run()
    }
    return ReadResult(tree: parser.builder.tree, diagnostics: parser.builder.diagnostics)
  }
}

/// Parses in one pass. The nesting is in the builder's frames, not on the call stack.
struct JSONParser {
  /// The rest of the document can't be parsed; the finding has been reported.
  struct ParseError: Error {}

  var builder: TreeBuilder
  let bytes: [UInt8]
  let limits: ReadingLimits
  let dialect: JSONReader.Dialect
  var index = 0

  init(
    source: SourceFile, file: FileID, limits: ReadingLimits, dialect: JSONReader.Dialect
  ) {
    self.dialect = dialect
    builder = TreeBuilder(file: file, source: source, language: .json, limits: limits)
    bytes = source.bytes
    self.limits = limits
  }

  mutating func run() {
    if builder.source.byteOrderMarkLength > 0 {
      index = 3
      refuse(
        SourceSpan(0, 3), "JSON doesn't allow a byte order mark",
        remedy: "remove the byte order mark",
        help: "save the file as UTF-8 without a byte order mark")
    }
    do throws(ParseError) {
      skipFrontMatter()
      try skipBlanks()
      if bytes[index...].starts(with: "---".utf8) {
        builder.report(
          "json-syntax", SourceSpan(index, index + 3),
          "file must be JSON, found front matter of a site generator",
          help: "remove the lines between `---`, and configure the generator to copy the file")
        throw ParseError()
      }
      try readValue()
      while !builder.frames.isEmpty { try readMember() }
      try skipBlanks()
      if index < bytes.count {
        try fail("unexpected content after the JSON value", help: "remove it")
      }
    } catch {
      builder.closeUnfinished()
    }
  }

  // MARK: structure

  /// Reads the next item or entry of the open frame, or its end.
  mutating func readMember() throws(ParseError) {
    guard let frame = builder.frames.last else { return }
    let isObject = builder.records[Int(frame.node)].kind == .mapping
    let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    let isFirst = frame.lastChild < 0
    try skipBlanks()
    if peek() == close {
      index += 1
      builder.close(end: index)
      return
    }
    if !isFirst {
      let comma = index
      guard peek() == UInt8(ascii: ",") else {
        try fail(
          isObject ? "expected `,` or `}`" : "expected `,` or `]`", opened: frame.node,
          help: isObject
            ? "write `,` before the next key, or close the object with `}`"
            : "write `,` before the next value, or close the array with `]`")
      }
      index += 1
      try skipBlanks()
      if peek() == close {
        refuse(
          SourceSpan(comma, comma + 1), "JSON doesn't allow trailing commas",
          remedy: "remove the comma")
        index += 1
        builder.close(end: index)
        return
      }
    }
    if isObject {
      guard peek() == UInt8(ascii: "\"") else {
        try fail("expected a key in double quotes", help: "write `\"key\": value`")
      }
      try readString()
      try skipBlanks()
      guard peek() == UInt8(ascii: ":") else {
        try fail("expected `:` after the key", help: "write `\"key\": value`")
      }
      index += 1
      try skipBlanks()
    }
    if frame.count >= limits.keys {
      builder.report(
        "yaml-limit", SourceSpan(index, index),
        "more than \(limits.keys) entries in an object or array",
        help: "split the file")
      throw ParseError()
    }
    try readValue()
  }

  mutating func readValue() throws(ParseError) {
    switch peek() {
    case UInt8(ascii: "{"): try open(.mapping)
    case UInt8(ascii: "["): try open(.sequence)
    case UInt8(ascii: "\""): try readString()
    case UInt8(ascii: "-"): try readNumber()
    case let digit? where digit.isDigit: try readNumber()
    case UInt8(ascii: "t"): try readWord("true")
    case UInt8(ascii: "f"): try readWord("false")
    case UInt8(ascii: "n"): try readWord("null")
    case nil:
      try fail(
        "unexpected end of file", opened: builder.frames.last?.node, help: Self.valueHelp)
    default: try fail("expected a JSON value", help: Self.valueHelp)
    }
  }

  mutating func open(_ kind: NodeKind) throws(ParseError) {
    guard builder.frames.count < limits.depth else {
      builder.report(
        "yaml-limit", SourceSpan(index, index + 1), "more than \(limits.depth) levels of nesting",
        help: "reduce the nesting")
      throw ParseError()
    }
    _ = builder.open(
      NodeRecord(kind: kind, start: UInt32(index), end: UInt32(index + 1)))
    index += 1
  }

  // MARK: whitespace, comments and errors

  func place(_ start: Int, _ end: Int) -> SourceLocation {
    SourceLocation(file: builder.file, span: SourceSpan(start, end))
  }

  func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func skipBlanks() throws(ParseError) {
    while let byte = peek() {
      if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
        index += 1
      } else if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#") {
        try skipComment()
      } else if byte >= 0x80, let blank = NonASCIIWhitespace(in: bytes, at: index) {
        let advice =
          blank.replacement.isEmpty
          ? "remove the character"
          : blank.replacement == " " ? "replace it with a space" : "replace it with a line feed"
        builder.report(
          "json-syntax", SourceSpan(index, index + blank.length),
          "JSON allows only spaces, tabs and line breaks between values, found \(blank.name)",
          help: advice,
          fixes: [
            Fix(
              advice, isSafe: true,
              edits: [.init(place(index, index + blank.length), blank.replacement)])
          ])
        index += blank.length
      } else {
        return
      }
    }
  }

  /// Reports and skips the front matter of a site generator, between `---` and `---`.
  mutating func skipFrontMatter() {
    let start = index
    guard bytes[start...].starts(with: "---".utf8) else { return }
    var line = start
    while line < bytes.count {
      let end = bytes[line...].firstIndex(of: 0x0A) ?? bytes.count
      if line > start, bytes[line..<end].starts(with: "---".utf8) {
        index = min(end + 1, bytes.count)
        builder.report(
          "json-syntax", SourceSpan(start, line + 3),
          "front matter (`---`) isn't JSON; devices ignore a file that is served with it",
          help: "remove the front matter, or check that the published file doesn't contain it")
        return
      }
      line = end + 1
    }
  }

  /// Skips a comment, which only settings may contain.
  mutating func skipComment() throws(ParseError) {
    let start = index
    if bytes[index...].starts(with: "/*".utf8) {
      index += 2
      while index < bytes.count,
        bytes[index - 1] != 0x2A || bytes[index] != 0x2F || index < start + 3
      {
        index += 1
      }
      if index == bytes.count, dialect == .commented {
        try fail("unterminated comment", at: start, length: 2, help: "add `*/`")
      }
      index = min(index + 1, bytes.count)
    } else if bytes[index] == UInt8(ascii: "#") || bytes[index...].starts(with: "//".utf8) {
      if bytes[index] == UInt8(ascii: "#"), dialect == .commented {
        try fail("comment must start with `//`, found `#`", help: "write `//`")
      }
      while let byte = peek(), byte != 0x0A, byte != 0x0D { index += 1 }
    } else {
      try fail("expected a JSON value", help: Self.valueHelp)
    }
    refuse(
      SourceSpan(start, index), "JSON doesn't allow comments", remedy: "remove the comment")
  }

  /// Reports syntax that is allowed in settings, but not in JSON.
  mutating func refuse(
    _ span: SourceSpan, _ message: String, remedy: String, help: String? = nil
  ) {
    guard dialect == .strict else { return }
    let edit = Fix.Edit(place(span.start, span.end), "")
    builder.report(
      "json-syntax", span, message, help: help ?? remedy,
      fixes: [Fix(remedy, isSafe: true, edits: [edit])])
  }

  mutating func failAtLimit(_ start: Int) throws(ParseError) -> Never {
    builder.report(
      "yaml-limit", SourceSpan(start, start + 1), "value is longer than \(limits.scalar) bytes",
      help: "shorten the value")
    throw ParseError()
  }

  /// Replaces a typographic quote if the other one is straight: `"text”` or `“text"`.
  func loneQuote(_ quote: SourceSpan, in line: SourceSpan) -> [Fix]? {
    func ends(_ place: Int) -> Bool {
      let next = bytes[place..<line.end].first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
      return next.map { ",:]}\n".utf8.contains($0) } ?? true
    }
    let fix = [
      Fix(
        "replace it with a plain quote", isSafe: true,
        edits: [.init(place(quote.start, quote.end), "\"")])
    ]
    // The string starts with a straight quote, and this is its end.
    if index > quote.start {
      return ends(quote.end) ? fix : []
    }
    guard let close = bytes[quote.end..<line.end].firstIndex(of: 0x22), ends(close + 1),
      !bytes[quote.end..<close].contains(0xE2), !bytes[quote.end..<close].contains(0x5C)
    else { return nil }
    return fix
  }

  /// Replaces the typographic quotes around a string, if it ends on the same line and contains no quote or backslash.
  func straightQuotes(from open: SourceSpan) -> [Fix] {
    let line = builder.source.lineSpan(builder.source.lineIndex(of: open.start))
    if let lone = loneQuote(open, in: line) { return lone }
    var end = open.end
    while end + 2 < line.end {
      let byte = bytes[end]
      // U+201C and U+201D; other quotes don't end a string.
      if byte == 0xE2, bytes[end + 1] == 0x80, bytes[end + 2] == 0x9C || bytes[end + 2] == 0x9D {
        return [
          Fix(
            "replace them with plain quotes", isSafe: true,
            edits: [.init(place(open.start, open.end), "\""), .init(place(end, end + 3), "\"")])
        ]
      }
      if byte == 0x22 || byte == 0x5C { return [] }
      end += 1
    }
    return []
  }

  /// Returns true for the first word of a script that generates the file.
  func startsProgram(at place: Int) -> Bool {
    ["const ", "let ", "var ", "export ", "import ", "module.", "exports.", "function ", "async "]
      .contains { bytes[place...].starts(with: $0.utf8) }
  }

  /// Reports a syntax error and stops reading.
  mutating func fail(
    _ message: String, at place: Int? = nil, length: Int = 1, opened: Int32? = nil, help: String
  ) throws(ParseError) -> Never {
    let place = place ?? index
    var end = min(place + length, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let span = SourceSpan(min(place, bytes.count), end)
    let found = Unicode.Scalar(builder.source.text(span)) ?? " "
    var message = message
    var help = help
    var fixes: [Fix] = []
    switch found {
    case "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}", "\u{201E}", "\u{00AB}", "\u{00BB}":
      message =
        "quote must be `\"`, found the typographic quote "
        + "U+\(String(found.value, radix: 16, uppercase: true))"
      help = "replace it with `\"`"
      fixes = straightQuotes(from: span)
    case "<" where builder.records.isEmpty:
      message = "file must be JSON, found a web page"
      help = "deploy the file; the page may be the server's error page"
    case _ where builder.records.isEmpty && place == index && startsProgram(at: index):
      message = "file must be JSON, found a script"
      help = "deploy the JSON that the script generates"
    case "'" where place == index:
      message = "string must be in double quotes, found a single quote"
      help = "replace it with `\"`"
    default:
      guard place == index, !found.isASCII, let kind = HiddenCharacter(found) else { break }
      message += ", found \(found.codePoint)"
      help = kind == .space ? "replace it with a space" : "remove the invisible character"
      fixes = [
        Fix(
          help, isSafe: true,
          edits: [.init(self.place(span.start, span.end), kind == .space ? " " : "")])
      ]
    }
    var notes: [Diagnostic.Note] = []
    if let opened {
      let start = Int(builder.records[Int(opened)].start)
      notes = [
        .init(
          "opened here", at: SourceLocation(file: builder.file, span: SourceSpan(start, start + 1)))
      ]
    }
    builder.report("json-syntax", span, message, help: help, notes: notes, fixes: fixes)
    throw ParseError()
  }
}
