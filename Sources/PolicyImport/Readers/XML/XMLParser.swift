import PolicyText

/// One pass over the bytes of an XML file; open elements are kept in a list, not on the call stack.
struct XMLParser {
  /// The file cannot be read further; reported already.
  struct Stop: Error {}

  /// An element whose end tag has not come.
  struct Open {
    var node: Int32
    var lastChild: Int32 = -1
    /// Declarations in force before this element.
    var scope: Int
  }

  /// Characters between two tags, as far as they have come.
  struct Run {
    var start: Int
    /// What stands from here on has not been copied.
    var pending: Int
    /// Where in `scratch` the text starts; nil while the file holds it byte for byte.
    var copied: Int?
    var isBlank = true
  }

  /// Elements, texts and attributes of one file.
  static let most = 1_000_000

  let source: SourceFile
  let bytes: [UInt8]
  let limits: ReadingLimits
  let file: FileID
  var findings: ReaderFindings
  var index = 0
  var nodes: [XMLTree.Node] = []
  var attributes: [XMLTree.Attribute] = []
  var names = XMLNamespaces()
  var scratch: [UInt8] = []
  var open: [Open] = []
  var run: Run?
  private var isComplete = false

  init(source: SourceFile, file: FileID, limits: ReadingLimits) {
    self.source = source
    self.limits = limits
    self.file = file
    bytes = source.bytes
    findings = ReaderFindings(file: file, limits: limits)
  }

  var tree: XMLTree {
    XMLTree(
      file: file, source: source, isComplete: isComplete, nodes: nodes, attributes: attributes,
      namespaces: names.addresses, scratch: scratch)
  }

  mutating func readFile() throws(Stop) {
    index = source.byteOrderMarkLength
    try readDeclaration()
    try readOutside(beforeRoot: true)
    guard peek() == UInt8(ascii: "<") else {
      try stop(
        nodes.isEmpty && index == bytes.count ? "the file holds no element" : "an element expected")
    }
    try readStartTag()
    while !open.isEmpty { try readContent() }
    try readOutside(beforeRoot: false)
    if index < bytes.count { try stop("text after the end of the outermost element") }
  }

  mutating func read() {
    do throws(Stop) {
      try readFile()
      isComplete = true
    } catch {
      while let last = open.popLast() {
        nodes[Int(last.node)].end = UInt32(min(index, bytes.count))
      }
    }
  }

  func peek(_ offset: Int = 0) -> UInt8? {
    index + offset < bytes.count ? bytes[index + offset] : nil
  }

  func starts(with text: String) -> Bool { bytes.holds(text, at: index) }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  @discardableResult
  mutating func skipBlanks() -> Bool {
    let start = index
    while let byte = peek(), Self.isBlank(byte) { index += 1 }
    return index > start
  }

  /// Reports a fault that reading does not go beyond.
  mutating func stop(
    _ message: String, at span: Span? = nil, help: String? = nil,
    noting note: (String, Span)? = nil,
    rule: RuleID = ReaderFindings.syntax
  ) throws(Stop) -> Never {
    var end = min(index + 1, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    findings.report(
      span ?? Span(min(index, bytes.count), end), message, help: help, rule: rule, noting: note)
    throw Stop()
  }
}

// MARK: what stands around the outermost element

extension XMLParser {
  /// Comments, instructions and the DOCTYPE, up to what is none of them.
  private mutating func readOutside(beforeRoot: Bool) throws(Stop) {
    var hasDoctype = false
    while true {
      skipBlanks()
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

  mutating func skipComment() throws(Stop) {
    let start = index
    index += 4
    while index < bytes.count {
      if starts(with: "-->") {
        index += 3
        return
      }
      if starts(with: "--") {
        findings.report(Span(index, index + 2), "`--` is not allowed within a comment")
        index += 1
      }
      try skipCharacter()
    }
    try stop("no `-->` ends this comment", at: Span(start, start + 4))
  }

  mutating func skipInstruction() throws(Stop) {
    let start = index
    index += 2
    let name = try readName("the name of an instruction")
    let target = bytes[Int(name.start)..<Int(name.end)].map { ASCII.lowercased($0) }
    if target.elementsEqual("xml".utf8) {
      findings.report(
        Span(start, index), "the XML declaration must be the very start of the file",
        help: "remove what stands before `<?xml`")
    } else if name.local > name.start {
      findings.report(Span(start, index), "the name of an instruction must not hold `:`")
    }
    if !starts(with: "?>"), peek().map(Self.isBlank) != true {
      try stop("a blank expected after the name of an instruction")
    }
    while index < bytes.count {
      if starts(with: "?>") {
        index += 2
        return
      }
      try skipCharacter()
    }
    try stop("no `?>` ends this instruction", at: Span(start, start + 2))
  }

  private mutating func skipDoctype() throws(Stop) {
    let start = index
    index += "<!DOCTYPE".utf8.count
    guard skipBlanks() else { try stop("a blank expected after `<!DOCTYPE`") }
    _ = try readName("the name of the outermost element")
    var hasBlank = skipBlanks()
    if starts(with: "PUBLIC") || starts(with: "SYSTEM") {
      guard hasBlank else { try stop("a blank expected") }
      let isPublic = starts(with: "PUBLIC")
      index += 6
      for part in 0..<(isPublic ? 2 : 1) {
        guard skipBlanks() else { try stop("a blank expected") }
        try skipLiteral(isPublicID: isPublic && part == 0)
      }
      hasBlank = skipBlanks()
    }
    switch peek() {
    case UInt8(ascii: ">"): index += 1
    case UInt8(ascii: "["):
      try stop(
        "a DOCTYPE with declarations of its own is not read: entities are not expanded",
        help: "remove what stands between `[` and `]`")
    case nil: try stop("no `>` ends this DOCTYPE", at: Span(start, start + 9))
    default: try stop("`>` expected")
    }
  }

  /// A text in quotes that is never looked at.
  private mutating func skipLiteral(isPublicID: Bool) throws(Stop) {
    let start = index
    guard let quote = peek(), quote == 0x22 || quote == 0x27 else {
      try stop("a text in quotes expected")
    }
    index += 1
    while let byte = peek(), byte != quote {
      if isPublicID, !Self.isPublicID(byte) {
        try stop("this character must not stand in a public identifier")
      }
      try skipCharacter()
    }
    guard index < bytes.count else {
      try stop("no quote ends this text", at: Span(start, start + 1))
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

  /// `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`, if it is there.
  private mutating func readDeclaration() throws(Stop) {
    guard starts(with: "<?xml"), let next = peek(5), Self.isBlank(next) else { return }
    let start = index
    index += 5
    var seen = 0
    while true {
      let hasBlank = skipBlanks()
      if starts(with: "?>") { break }
      guard hasBlank else { try stop("a blank or `?>` expected") }
      let name = try readName("`version`, `encoding` or `standalone`")
      let text = ExactString(decoding: bytes[Int(name.start)..<Int(name.end)])
      let order = ["version", "encoding", "standalone"].firstIndex { ExactString($0) == text }
      guard let order, order >= seen, seen > 0 || order == 0 else {
        try stop(
          "\(UTF8Text.quoted(text.string)) is not expected here",
          at: Span(Int(name.start), Int(name.end)))
      }
      seen = order + 1
      let value = try readDeclared()
      try check(value, of: order)
    }
    index += 2
    if seen == 0 { try stop("the XML declaration names no version", at: Span(start, index)) }
  }

  private mutating func readDeclared() throws(Stop) -> Span {
    skipBlanks()
    guard peek() == UInt8(ascii: "=") else { try stop("`=` expected") }
    index += 1
    skipBlanks()
    guard let quote = peek(), quote == 0x22 || quote == 0x27 else {
      try stop("a value in quotes expected")
    }
    let start = index + 1
    index += 1
    while let byte = peek(), byte != quote, byte != UInt8(ascii: "<"), byte >= 0x20 { index += 1 }
    guard peek() == quote else { try stop("no quote ends this value", at: Span(start - 1, start)) }
    index += 1
    return Span(start, index - 1)
  }

  private mutating func check(_ value: Span, of order: Int) throws(Stop) {
    let text = ASCII.lowercased(bytes[value.start..<value.end])
    switch order {
    case 0
    where !text.hasPrefix("1.") || text.utf8.count < 3
      || !text.utf8.dropFirst(2).allSatisfy({ (0x30...0x39).contains($0) }):
      try stop("this is not XML 1.0", at: value)
    case 1:
      let isUTF8 = text == "utf-8" || text == "us-ascii"
      // The other names of one byte for each character agree in ASCII.
      let agrees = source.isASCII && (text.hasPrefix("iso-8859-") || text.hasPrefix("windows-12"))
      guard isUTF8 || agrees else {
        try stop(
          "the encoding \(UTF8Text.quoted(source.text(value))) is not read", at: value,
          help: "save the file as UTF-8", rule: ReaderFindings.encoding)
      }
    case 2 where text != "yes" && text != "no":
      try stop("`standalone` is `yes` or `no`", at: value)
    default: break
    }
  }
}
