import PolicyText

/// Comments, processing instructions, the XML declaration and the DOCTYPE.
extension XMLParser {
  mutating func skipMisc(beforeRoot: Bool) throws(ReadingStopped) {
    var hasDoctype = false
    while true {
      skipSpace()
      if starts(with: "<!--") {
        try skipComment()
      } else if starts(with: "<?") {
        try skipInstruction()
      } else if starts(with: "<!DOCTYPE"), beforeRoot, !hasDoctype {
        hasDoctype = true
        try skipDoctype()
      } else {
        return
      }
    }
  }

  mutating func skipComment() throws(ReadingStopped) {
    let start = index
    index += 4
    while index < bytes.count {
      if starts(with: "-->") {
        index += 3
        return
      }
      if starts(with: "--") {
        findings.report(SourceSpan(index, index + 2), "`--` is not allowed in a comment")
        index += 1
      }
      try skipCharacter()
    }
    try stop("unterminated comment: missing `-->`", at: SourceSpan(start, start + 4))
  }

  mutating func skipInstruction() throws(ReadingStopped) {
    let start = index
    index += 2
    let name = try readName("a processing instruction name")
    if ASCII.lowercased(string(name.span)) == "xml" {
      findings.report(
        SourceSpan(start, index), "the XML declaration must be the first thing in the file",
        help: "remove everything before `<?xml`")
    } else if name.localStart > name.span.start {
      findings.report(SourceSpan(start, index), "a processing instruction name can't contain `:`")
    }
    if !starts(with: "?>"), peek().map(Self.isSpace) != true {
      try stop("expected whitespace after the processing instruction name")
    }
    while index < bytes.count {
      if starts(with: "?>") {
        index += 2
        return
      }
      try skipCharacter()
    }
    try stop("unterminated processing instruction: missing `?>`", at: SourceSpan(start, start + 2))
  }

  private mutating func skipDoctype() throws(ReadingStopped) {
    let start = index
    index += "<!DOCTYPE".utf8.count
    guard skipSpace() else { try stop("expected whitespace after `<!DOCTYPE`") }
    _ = try readName("the name of the root element")
    let hasSpace = skipSpace()
    if starts(with: "PUBLIC") || starts(with: "SYSTEM") {
      guard hasSpace else { try stop("expected whitespace") }
      let isPublic = starts(with: "PUBLIC")
      index += 6
      for part in 0..<(isPublic ? 2 : 1) {
        guard skipSpace() else { try stop("expected whitespace") }
        try skipLiteral(isPublicID: isPublic && part == 0)
      }
      skipSpace()
    }
    if peek() == UInt8(ascii: "[") {
      try stop(
        "a DOCTYPE with an internal subset is not supported: entities are never expanded",
        help: "remove everything from `[` to `]`")
    }
    if peek() == nil {
      try stop("unterminated DOCTYPE: missing `>`", at: SourceSpan(start, start + 9))
    }
    try expect(">")
  }

  /// Skips a quoted identifier without using it.
  private mutating func skipLiteral(isPublicID: Bool) throws(ReadingStopped) {
    let start = index
    let quote = try readQuote()
    while let byte = peek(), byte != quote {
      if isPublicID, !Self.isPublicID(byte) {
        try stop("this character is not allowed in a public identifier")
      }
      try skipCharacter()
    }
    guard index < bytes.count else {
      try stop("unterminated string: missing quote", at: SourceSpan(start, start + 1))
    }
    index += 1
  }

  /// XML 1.0, production 13.
  private static func isPublicID(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20, 0x0A, 0x0D: true
    default: "-'()+,./:=?;!*#@$_%".utf8.contains(byte)
    }
  }

  // MARK: the XML declaration

  /// Reads `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` if the file starts with it.
  mutating func readDeclaration() throws(ReadingStopped) {
    guard starts(with: "<?xml"), let next = peek(5), Self.isSpace(next) else { return }
    let start = index
    index += 5
    let names = ["version", "encoding", "standalone"]
    var seen = 0
    while true {
      let hasSpace = skipSpace()
      if starts(with: "?>") { break }
      guard hasSpace else { try stop("expected whitespace or `?>`") }
      let name = try readName("`version`, `encoding` or `standalone`").span
      let text = string(name)
      let order = names.firstIndex { ExactString($0) == text }
      guard let order, order >= seen, seen > 0 || order == 0 else {
        try stop("unexpected \(DisplayText.quoted(text.string)) in the XML declaration", at: name)
      }
      seen = order + 1
      try check(try readDeclaredValue(), of: names[order])
    }
    index += 2
    if seen == 0 {
      try stop("missing `version` in the XML declaration", at: SourceSpan(start, index))
    }
  }

  private mutating func readDeclaredValue() throws(ReadingStopped) -> SourceSpan {
    skipSpace()
    try expect("=")
    skipSpace()
    let quote = try readQuote()
    let start = index
    while let byte = peek(), byte != quote, byte != UInt8(ascii: "<"), byte >= 0x20 { index += 1 }
    guard peek() == quote else {
      try stop("unterminated value: missing quote", at: SourceSpan(start - 1, start))
    }
    index += 1
    return SourceSpan(start, index - 1)
  }

  private mutating func check(_ value: SourceSpan, of name: String) throws(ReadingStopped) {
    let text = ASCII.lowercased(string(value))
    switch name {
    case "version":
      let isDigits = text.utf8.dropFirst(2).allSatisfy(\.isDigit)
      if !text.hasPrefix("1.") || text.utf8.count < 3 || !isDigits {
        try stop("unsupported XML version", at: value)
      }
    case "encoding":
      // ISO-8859 and Windows encodings agree with UTF-8 in ASCII.
      let agrees = source.isASCII && (text.hasPrefix("iso-8859-") || text.hasPrefix("windows-12"))
      guard text == "utf-8" || text == "us-ascii" || agrees else {
        try stop(
          "unsupported encoding \(DisplayText.quoted(source.text(value)))", at: value,
          help: "save the file as UTF-8", rule: ReaderFindings.encoding)
      }
    default:
      if text != "yes", text != "no" { try stop("`standalone` must be `yes` or `no`", at: value) }
    }
  }
}
