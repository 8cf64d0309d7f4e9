/// Reads strict JSON (RFC 8259) into a tree with byte ranges.
///
/// Platforms ignore an association file with a single syntax error, so every deviation is reported. The parser
/// continues after trailing commas and comments to report all of them.
package enum JSONReader {
  /// Reads a file as far as possible; never throws.
  package static func read(
    _ source: SourceFile, file: FileID, limits: ReadingLimits = ReadingLimits(),
    dialect: Dialect = .strict
  ) -> ReadResult {
    var parser = Parser(source: source, file: file, limits: limits, dialect: dialect)
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

/// One pass over the bytes, with the nesting in the builder's frames and not on the call stack.
private struct Parser {
  /// The rest of the document can't be read. The finding exists already.
  private struct ParseError: Error {}

  var builder: TreeBuilder
  private let bytes: [UInt8]
  private let limits: ReadingLimits
  private let dialect: JSONReader.Dialect
  private var index = 0

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
  private mutating func readMember() throws(ParseError) {
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

  private mutating func readValue() throws(ParseError) {
    switch peek() {
    case UInt8(ascii: "{"): try open(.mapping)
    case UInt8(ascii: "["): try open(.sequence)
    case UInt8(ascii: "\""): try readString()
    case UInt8(ascii: "-"): try readNumber()
    case let digit? where (0x30...0x39).contains(digit): try readNumber()
    case UInt8(ascii: "t"): try readWord("true")
    case UInt8(ascii: "f"): try readWord("false")
    case UInt8(ascii: "n"): try readWord("null")
    case nil:
      try fail(
        "unexpected end of file", opened: builder.frames.last?.node, help: Self.valueHelp)
    default: try fail("expected a JSON value", help: Self.valueHelp)
    }
  }

  private mutating func open(_ kind: NodeKind) throws(ParseError) {
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

  // MARK: scalars

  private mutating func add(_ style: ScalarStyle, _ range: Range<Int>, text: Range<Int>) {
    builder.add(
      builder.scalar(style, at: SourceSpan(range.lowerBound, range.upperBound), text: text))
  }

  private mutating func readWord(_ word: String) throws(ParseError) {
    guard bytes[index...].starts(with: word.utf8) else {
      try fail("expected a JSON value", help: Self.valueHelp)
    }
    let range = index..<(index + word.utf8.count)
    index = range.upperBound
    add(.jsonLiteral, range, text: range)
  }

  private mutating func readNumber() throws(ParseError) {
    let start = index
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
    func digits() throws(ParseError) {
      guard isDigit(peek()) else {
        try fail("expected a digit", help: "write a decimal number, or quote the value")
      }
      while isDigit(peek()) { index += 1 }
    }
    if peek() == UInt8(ascii: "-") { index += 1 }
    let leading = peek()
    try digits()
    if leading == UInt8(ascii: "0"), index - start > (bytes[start] == UInt8(ascii: "-") ? 2 : 1) {
      builder.report(
        "json-syntax", SourceSpan(start, index), "JSON numbers can't start with a zero",
        help: "remove the zero, or quote the value")
    }
    if peek() == UInt8(ascii: ".") {
      index += 1
      try digits()
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      index += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { index += 1 }
      try digits()
    }
    guard index - start <= limits.scalar else { try failAtLimit(start) }
    add(.jsonNumber, start..<index, text: start..<index)
  }

  private mutating func readString() throws(ParseError) {
    let start = index
    index += 1
    // macOS 14 has spans of slices, but not of arrays.
    let slice = bytes[...]
    repeat {
      index = slice.span.endOfPlainText(from: index)
      while let byte = peek(), byte >= 0x80 { index += 1 }
    } while peek().map { $0 != 0x22 && $0 != 0x5C && $0 >= 0x20 } ?? false
    if peek() == 0x22 {
      index += 1
      guard index - start <= limits.scalar else { try failAtLimit(start) }
      return add(.jsonString, start..<index, text: (start + 1)..<(index - 1))
    }
    // An escape, a control character or the end: from here the text is copied.
    let copied = builder.scratch.count
    builder.scratch.append(contentsOf: bytes[(start + 1)..<index])
    while let byte = peek(), byte != 0x22 {
      if byte == 0x5C {
        try readEscape()
      } else if byte < 0x20 {
        guard byte == 0x0A || byte == 0x0D else {
          try fail(
            "unescaped control character in a string", help: "remove it, or escape it")
        }
        // `"text”`: points at the quote that was meant to close it.
        try fail(
          "missing closing quote on this line",
          at: typographicQuote(in: start..<index) ?? start,
          help: "add `\"` at the end of the string")
      } else {
        builder.scratch.append(byte)
        index += 1
      }
    }
    guard peek() != nil else {
      try fail(
        "missing closing quote", at: typographicQuote(in: start..<index) ?? start,
        help: "add `\"` at the end of the string")
    }
    index += 1
    guard index - start <= limits.scalar else { try failAtLimit(start) }
    builder.add(
      builder.scalar(
        .jsonString, at: SourceSpan(start, index), text: copied..<builder.scratch.count,
        isCopied: true))
  }

  /// The first U+201C or U+201D of a range.
  private func typographicQuote(in range: Range<Int>) -> Int? {
    range.first { place in
      bytes[place] == 0xE2 && place + 2 < bytes.count && bytes[place + 1] == 0x80
        && (bytes[place + 2] == 0x9C || bytes[place + 2] == 0x9D)
    }
  }

  private mutating func readEscape() throws(ParseError) {
    let start = index
    index += 1
    let escape = peek()
    index += 1
    switch escape {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      if let escape { builder.scratch.append(escape) }
    case UInt8(ascii: "b"): builder.scratch.append(0x08)
    case UInt8(ascii: "f"): builder.scratch.append(0x0C)
    case UInt8(ascii: "n"): builder.scratch.append(0x0A)
    case UInt8(ascii: "r"): builder.scratch.append(0x0D)
    case UInt8(ascii: "t"): builder.scratch.append(0x09)
    case UInt8(ascii: "u"):
      var value = try readHex(start)
      if (0xD800...0xDBFF).contains(value), bytes[index...].starts(with: [0x5C, 0x75]) {
        index += 2
        let low = try readHex(start)
        guard (0xDC00...0xDFFF).contains(low) else { try failAtSurrogate(start) }
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(value) else { try failAtSurrogate(start) }
      builder.scratch.append(
        contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default:
      try fail(
        "invalid escape sequence", at: start, length: 2,
        help: "write a backslash as `\\\\`, or use a JSON escape such as `\\n`")
    }
  }

  private mutating func failAtSurrogate(_ start: Int) throws(ParseError) -> Never {
    try fail(
      "unpaired surrogate", at: start, length: 6,
      help: "write the character itself, or both surrogates")
  }

  private static let valueHelp =
    "write an object, an array, a string in double quotes, a number, `true`, `false` or `null`"

  private mutating func readHex(_ start: Int) throws(ParseError) -> UInt32 {
    var value: UInt32 = 0
    for place in index..<(index + 4) {
      guard place < bytes.count, let digit = PercentEncoding.hexValue(bytes[place]) else {
        try fail(
          "expected four hexadecimal digits", at: start, help: "write the escape as `\\u0041`")
      }
      value = value << 4 | UInt32(digit)
    }
    index += 4
    return value
  }

  // MARK: whitespace, comments and errors

  private func place(_ start: Int, _ end: Int) -> SourceLocation {
    SourceLocation(file: builder.file, span: SourceSpan(start, end))
  }

  private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() throws(ParseError) {
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
  private mutating func skipFrontMatter() {
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
  private mutating func skipComment() throws(ParseError) {
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
  private mutating func refuse(
    _ span: SourceSpan, _ message: String, remedy: String, help: String? = nil
  ) {
    guard dialect == .strict else { return }
    let edit = Fix.Edit(place(span.start, span.end), "")
    builder.report(
      "json-syntax", span, message, help: help ?? remedy,
      fixes: [Fix(remedy, isSafe: true, edits: [edit])])
  }

  private mutating func failAtLimit(_ start: Int) throws(ParseError) -> Never {
    builder.report(
      "yaml-limit", SourceSpan(start, start + 1), "value is longer than \(limits.scalar) bytes",
      help: "shorten the value")
    throw ParseError()
  }

  /// Replaces a typographic quote whose partner is plain already: `"text”` and `“text"`.
  private func loneQuote(_ quote: SourceSpan, in line: SourceSpan) -> [Fix]? {
    func ends(_ place: Int) -> Bool {
      let next = bytes[place..<line.end].first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
      return next.map { ",:]}\n".utf8.contains($0) } ?? true
    }
    let fix = [
      Fix(
        "replace it with a plain quote", isSafe: true,
        edits: [.init(place(quote.start, quote.end), "\"")])
    ]
    // The string starts with a plain quote, and this one is its end.
    if index > quote.start {
      return ends(quote.end) ? fix : []
    }
    guard let close = bytes[quote.end..<line.end].firstIndex(of: 0x22), ends(close + 1),
      !bytes[quote.end..<close].contains(0xE2), !bytes[quote.end..<close].contains(0x5C)
    else { return nil }
    return fix
  }

  /// Replaces the typographic quotes around a string, if it ends on the same line and contains no quote or backslash.
  private func straightQuotes(from open: SourceSpan) -> [Fix] {
    let line = builder.source.lineSpan(builder.source.lineIndex(of: open.start))
    if let lone = loneQuote(open, in: line) { return lone }
    var end = open.end
    while end + 2 < line.end {
      let byte = bytes[end]
      // U+201C and U+201D; other quotes don't mark the end of a string.
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

  /// True for the first word of a script that generates the file.
  private func startsProgram(at place: Int) -> Bool {
    ["const ", "let ", "var ", "export ", "import ", "module.", "exports.", "function ", "async "]
      .contains { bytes[place...].starts(with: $0.utf8) }
  }

  /// Reports a syntax error and stops reading.
  private mutating func fail(
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
