/// Reads strict JSON (RFC 8259) into a tree with byte ranges.
///
/// Platforms ignore an association file with one wrong character, so every departure is an error: a
/// byte order mark, comments, trailing commas, typographic quotes, keys that stand twice. Parser goes
/// on after trailing commas and comments, so that one run shows them all.
package enum JSONReader {
  /// Reads a file. Never throws: the tree holds what could be read.
  package static func read(
    _ source: SourceFile, file: FileID, limits: ReadingLimits = ReadingLimits(),
    dialect: Dialect = .strict
  ) -> ReadResult {
    var parser = Parser(source: source, file: file, limits: limits, dialect: dialect)
    if source.bytes.count > limits.bytes {
      parser.builder.report(
        "yaml-limit", Span(0, 0), "the file has more than \(limits.bytes) bytes")
      parser.builder.closeUnfinished()
    } else if let form = FileForm(source.bytes) {
      parser.builder.report(form.rule, Span(0, 0), form.message, help: form.help)
      parser.builder.closeUnfinished()
    } else if let bad = source.firstByteThatIsNotUTF8() {
      parser.builder.report(
        "yaml-encoding", Span(bad.offset, bad.offset + 1), bad.message,
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
  /// The document cannot be read further; reported already.
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
        Span(0, 3), "a byte order mark is not allowed in JSON", remedy: "remove the mark",
        help: "save the file as UTF-8 without a mark")
    }
    do throws(ParseError) {
      skipFrontMatter()
      try skipBlanks()
      if bytes[index...].starts(with: "---".utf8) {
        builder.report(
          "json-syntax", Span(index, index + 3),
          "this is front matter of a site generator, not JSON",
          help: "remove the lines between `---`, and tell the generator to copy the file as it is")
        throw ParseError()
      }
      try readValue()
      while !builder.frames.isEmpty { try readMember() }
      try skipBlanks()
      if index < bytes.count { try fail("text after the end of the JSON value") }
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
          isObject ? "`,` or `}` expected" : "`,` or `]` expected", opened: frame.node)
      }
      index += 1
      try skipBlanks()
      if peek() == close {
        refuse(
          Span(comma, comma + 1), "a trailing comma is not allowed in JSON",
          remedy: "remove the comma")
        index += 1
        builder.close(end: index)
        return
      }
    }
    if isObject {
      guard peek() == UInt8(ascii: "\"") else { try fail("a key in double quotes expected") }
      try readString()
      try skipBlanks()
      guard peek() == UInt8(ascii: ":") else { try fail("`:` expected after a key") }
      index += 1
      try skipBlanks()
    }
    if frame.count >= limits.keys {
      builder.report(
        "yaml-limit", Span(index, index), "more than \(limits.keys) entries in one object or array")
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
      try fail("the file ends where a value is expected", opened: builder.frames.last?.node)
    default: try fail("a JSON value expected")
    }
  }

  private mutating func open(_ kind: NodeKind) throws(ParseError) {
    guard builder.frames.count < limits.depth else {
      builder.report(
        "yaml-limit", Span(index, index + 1), "more than \(limits.depth) levels of nesting")
      throw ParseError()
    }
    _ = builder.open(
      NodeRecord(kind: kind, start: UInt32(index), end: UInt32(index + 1)))
    index += 1
  }

  // MARK: scalars

  private mutating func add(_ style: ScalarStyle, _ range: Range<Int>, text: Range<Int>) {
    builder.add(
      builder.scalar(style, at: Span(range.lowerBound, range.upperBound), text: text))
  }

  private mutating func readWord(_ word: String) throws(ParseError) {
    guard bytes[index...].starts(with: word.utf8) else { try fail("a JSON value expected") }
    let range = index..<(index + word.utf8.count)
    index = range.upperBound
    add(.jsonLiteral, range, text: range)
  }

  private mutating func readNumber() throws(ParseError) {
    let start = index
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
    func digits() throws(ParseError) {
      guard isDigit(peek()) else { try fail("a digit expected in a number") }
      while isDigit(peek()) { index += 1 }
    }
    if peek() == UInt8(ascii: "-") { index += 1 }
    let leading = peek()
    try digits()
    if leading == UInt8(ascii: "0"), index - start > (bytes[start] == UInt8(ascii: "-") ? 2 : 1) {
      builder.report("json-syntax", Span(start, index), "a number must not start with a zero")
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
          try fail("a control character in a string must be escaped")
        }
        // `"text”`: the quote that was meant to close it says more than where the text starts.
        try fail(
          "this text has no closing quote on its line",
          at: typographicQuote(in: start..<index) ?? start)
      } else {
        builder.scratch.append(byte)
        index += 1
      }
    }
    guard peek() != nil else {
      try fail("this text has no closing quote", at: typographicQuote(in: start..<index) ?? start)
    }
    index += 1
    guard index - start <= limits.scalar else { try failAtLimit(start) }
    builder.add(
      builder.scalar(
        .jsonString, at: Span(start, index), text: copied..<builder.scratch.count, isCopied: true))
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
        guard (0xDC00...0xDFFF).contains(low) else {
          try fail("a surrogate without its partner", at: start, length: 6)
        }
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(value) else {
        try fail("a surrogate without its partner", at: start, length: 6)
      }
      builder.scratch.append(
        contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default:
      try fail("this escape is not JSON", at: start, length: 2)
    }
  }

  private mutating func readHex(_ start: Int) throws(ParseError) -> UInt32 {
    guard index + 4 <= bytes.count else { try fail("four hex digits expected", at: start) }
    var value: UInt32 = 0
    for byte in bytes[index..<(index + 4)] {
      guard let digit = PercentEncoding.hexValue(byte) else {
        try fail("four hex digits expected", at: start)
      }
      value = value << 4 | UInt32(digit)
    }
    index += 4
    return value
  }

  // MARK: what lies between, and errors

  private func place(_ start: Int, _ end: Int) -> SourceLocation {
    SourceLocation(file: builder.file, span: Span(start, end))
  }

  private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() throws(ParseError) {
    while let byte = peek() {
      if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
        index += 1
      } else if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#") {
        try skipComment()
      } else if byte >= 0x80, let blank = ForeignBlank(in: bytes, at: index) {
        let advice =
          blank.replacement.isEmpty
          ? "remove it" : blank.replacement == " " ? "write a plain space" : "write a line feed"
        builder.report(
          "json-syntax", Span(index, index + blank.length),
          "\(blank.name) stands between the values: JSON has no blanks but spaces, tabs and line ends",
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

  /// Reports the lines between `---` and `---` of a site generator and goes on behind them.
  private mutating func skipFrontMatter() {
    let start = index
    guard bytes[start...].starts(with: "---".utf8) else { return }
    var line = start
    while line < bytes.count {
      let end = bytes[line...].firstIndex(of: 0x0A) ?? bytes.count
      if line > start, bytes[line..<end].starts(with: "---".utf8) {
        index = min(end + 1, bytes.count)
        builder.report(
          "json-syntax", Span(start, line + 3),
          "this is front matter (`---`) of a site generator such as Jekyll, not JSON: served as it is, "
            + "devices ignore the whole file",
          help: "check that the published file starts with the JSON, or remove the front matter")
        return
      }
      line = end + 1
    }
  }

  /// Goes on behind a comment, which only settings may hold.
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
        try fail("no `*/` ends this comment", at: start, length: 2)
      }
      index = min(index + 1, bytes.count)
    } else if bytes[index] == UInt8(ascii: "#") || bytes[index...].starts(with: "//".utf8) {
      if bytes[index] == UInt8(ascii: "#"), dialect == .commented {
        try fail("comments start with `//`")
      }
      while let byte = peek(), byte != 0x0A, byte != 0x0D { index += 1 }
    } else {
      try fail("a JSON value expected")
    }
    refuse(
      Span(start, index), "a comment is not allowed in JSON", remedy: "remove the comment")
  }

  /// Reports what JSON does not allow, and settings do.
  private mutating func refuse(
    _ span: Span, _ message: String, remedy: String, help: String? = nil
  ) {
    guard dialect == .strict else { return }
    let edit = Fix.Edit(place(span.start, span.end), "")
    builder.report(
      "json-syntax", span, message, help: help ?? remedy,
      fixes: [Fix(remedy, isSafe: true, edits: [edit])])
  }

  private mutating func failAtLimit(_ start: Int) throws(ParseError) -> Never {
    builder.report(
      "yaml-limit", Span(start, start + 1), "a value of more than \(limits.scalar) bytes")
    throw ParseError()
  }

  /// A plain quote for a typographic one whose partner is plain already: `"text”` and `“text"`.
  private func loneQuote(_ quote: Span, in line: Span) -> [Fix]? {
    func ends(_ place: Int) -> Bool {
      let next = bytes[place..<line.end].first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
      return next.map { ",:]}\n".utf8.contains($0) } ?? true
    }
    let fix = [
      Fix(
        "write a plain quote", isSafe: true,
        edits: [.init(place(quote.start, quote.end), "\"")])
    ]
    // The text began with a plain quote, and nothing but the end of a value follows this one.
    if index > quote.start {
      return ends(quote.end) ? fix : []
    }
    guard let close = bytes[quote.end..<line.end].firstIndex(of: 0x22), ends(close + 1),
      !bytes[quote.end..<close].contains(0xE2), !bytes[quote.end..<close].contains(0x5C)
    else { return nil }
    return fix
  }

  /// Plain quotes around a text that starts with a typographic one, where its end is on the same line and
  /// holds nothing that a plain quote would cut.
  private func straightQuotes(from open: Span) -> [Fix] {
    let line = builder.source.lineSpan(builder.source.lineIndex(of: open.start))
    if let lone = loneQuote(open, in: line) { return lone }
    var end = open.end
    while end + 2 < line.end {
      let byte = bytes[end]
      // U+201C and U+201D; the others do not tell where a text ends.
      if byte == 0xE2, bytes[end + 1] == 0x80, bytes[end + 2] == 0x9C || bytes[end + 2] == 0x9D {
        return [
          Fix(
            "write plain quotes", isSafe: true,
            edits: [.init(place(open.start, open.end), "\""), .init(place(end, end + 3), "\"")])
        ]
      }
      if byte == 0x22 || byte == 0x5C { return [] }
      end += 1
    }
    return []
  }

  /// True for the first word of a program that is to answer with the file.
  private func startsProgram(at place: Int) -> Bool {
    ["const ", "let ", "var ", "export ", "import ", "module.", "exports.", "function ", "async "]
      .contains { bytes[place...].starts(with: $0.utf8) }
  }

  /// Reports what was expected, names what stands there instead, and ends reading.
  private mutating func fail(
    _ message: String, at place: Int? = nil, length: Int = 1, opened: Int32? = nil
  ) throws(ParseError) -> Never {
    let place = place ?? index
    var end = min(place + length, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let span = Span(min(place, bytes.count), end)
    let found = Unicode.Scalar(builder.source.text(span)) ?? " "
    var message = message
    var help: String?
    var fixes: [Fix] = []
    switch found {
    case "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}", "\u{201E}", "\u{00AB}", "\u{00BB}":
      message = "typographic quote U+\(String(found.value, radix: 16, uppercase: true))"
      help = "use a plain `\"`"
      fixes = straightQuotes(from: span)
    case "<" where builder.records.isEmpty:
      message = "this is a web page, not JSON"
      help = "a server that has no such file answers with a page of its own: deploy the file"
    case _ where builder.records.isEmpty && place == index && startsProgram(at: index):
      message = "this is a program, not JSON"
      help = "deploy what it answers: devices read the file as it is served"
    case "'" where place == index:
      message = "JSON strings stand in double quotes, not in single ones"
      help = "use a plain `\"`"
    default:
      guard place == index, !found.isASCII, let kind = HiddenCharacter(found) else { break }
      message += ", not \(found.codePoint)"
      help = kind == .space ? "write a space" : "remove it"
      // No reader of JSON takes the file with it.
      fixes = [
        Fix(
          kind == .space ? "write a space" : "remove what cannot be seen", isSafe: true,
          edits: [.init(self.place(span.start, span.end), kind == .space ? " " : "")])
      ]
    }
    var notes: [Diagnostic.Note] = []
    if let opened {
      let start = Int(builder.records[Int(opened)].start)
      notes = [
        .init(
          "opened here", at: SourceLocation(file: builder.file, span: Span(start, start + 1)))
      ]
    }
    builder.report("json-syntax", span, message, help: help, notes: notes, fixes: fixes)
    throw ParseError()
  }
}
