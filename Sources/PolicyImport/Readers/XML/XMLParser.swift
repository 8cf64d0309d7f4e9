package import PolicyText

/// Reads XML 1.0 with namespaces into a tree with the bytes of every value.
///
/// Foundation and libxml2 report where an element starts, but not where an attribute's value is,
/// which findings point to; Foundation would also add 50 MB to the static binary. The reader
/// supports only the five predefined entities, rejects an internal DTD subset, and never opens
/// another file.
package enum XMLReader {
  /// The tree and what is wrong with the file.
  package struct Result: Sendable {
    package var tree: XMLTree
    package var diagnostics: [Diagnostic]
  }

  /// Reads a file. Never throws: the tree contains everything before the first error that ends reading.
  package static func read(
    _ source: SourceFile, file: FileID, limits: ReadingLimits = ReadingLimits()
  ) -> Result {
    var parser = XMLParser(source: source, file: file, limits: limits)
    let isComplete = !parser.findings.rejects(source, limits: limits) && parser.read()
    let tree = XMLTree(file: file, source: source, isComplete: isComplete, root: parser.root)
    return Result(tree: tree, diagnostics: parser.findings.diagnostics)
  }
}

/// One pass over the bytes of an XML file; open elements are in an array, not on the call stack.
struct XMLParser: ByteScanner {
  /// A name with at most one colon.
  struct Name {
    var span: SourceSpan
    /// The start of the part after the colon; the start of the name if it has no prefix.
    var localStart: Int
  }

  /// An element whose end tag is still missing.
  struct OpenElement {
    var element: XMLElement
    /// The number of namespace declarations outside this element.
    var outerNamespaces: Int
  }

  /// Characters since the last tag.
  struct CharacterRun {
    var start: Int
    /// The characters, if they differ from the bytes of the file.
    var copy: [UInt8]?
    var isBlank = true
  }

  static let maximumNodes = 1_000_000
  static let maximumNamespaces = 64

  let source: SourceFile
  let bytes: [UInt8]
  let limits: ReadingLimits
  var findings: ReaderFindings
  var index = 0
  private(set) var root: XMLElement?
  var open: [OpenElement] = []
  var run: CharacterRun?
  /// The effective namespace declarations; the last one of a prefix applies. An empty URI stands for no namespace.
  var namespaces: [(prefix: ExactString, uri: ExactString)] = []
  var nodeCount = 0

  init(source: SourceFile, file: FileID, limits: ReadingLimits) {
    self.source = source
    self.limits = limits
    bytes = source.bytes
    findings = ReaderFindings(file: file, limits: limits)
  }

  /// Reads the file; false if an error ended reading early.
  mutating func read() -> Bool {
    do throws(ReadingStopped) {
      index = source.byteOrderMarkLength
      try readDeclaration()
      try skipMisc(beforeRoot: true)
      guard peek() == UInt8(ascii: "<") else {
        try stop(index == bytes.count ? "the file contains no element" : "expected an element")
      }
      try readStartTag()
      while !open.isEmpty { try readContent() }
      try skipMisc(beforeRoot: false)
      if index < bytes.count { try stop("unexpected content after the root element") }
      return true
    } catch {
      while !open.isEmpty { close() }
      return false
    }
  }

  /// Closes the innermost element before the current byte.
  mutating func close() {
    guard var closed = open.popLast() else { return }
    closed.element.span.end = min(index, bytes.count)
    namespaces.removeSubrange(closed.outerNamespaces...)
    if open.isEmpty {
      root = closed.element
    } else {
      open[open.count - 1].element.contents.append(.element(closed.element))
    }
  }

  func string(_ span: SourceSpan) -> ExactString {
    ExactString(decoding: bytes[span.start..<span.end])
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  @discardableResult
  mutating func skipSpace() -> Bool {
    let start = index
    skip(while: Self.isSpace)
    return index > start
  }

  mutating func expect(_ mark: Unicode.Scalar, _ message: String? = nil) throws(ReadingStopped) {
    guard peek() == UInt8(ascii: mark) else { try stop(message ?? "expected `\(mark)`") }
    index += 1
  }

  /// Reports an error that ends reading.
  mutating func stop(
    _ message: String, at span: SourceSpan? = nil, help: String? = nil,
    noting note: (String, SourceSpan)? = nil, rule: RuleID = ReaderFindings.syntax
  ) throws(ReadingStopped) -> Never {
    findings.report(
      span ?? characters(at: index), message, help: help, rule: rule, noting: note)
    throw ReadingStopped()
  }

  /// Skips one character, which must be allowed in XML.
  mutating func skipCharacter() throws(ReadingStopped) {
    let byte = bytes[index]
    if byte < 0x20, !Self.isSpace(byte) {
      let code = String(byte, radix: 16, uppercase: true)
      try stop("control character U+\(byte < 0x10 ? "000" : "00")\(code) is not allowed in XML")
    }
    if byte == 0xEF, starts(with: "\u{FFFE}") || starts(with: "\u{FFFF}") {
      try stop("this code point is not a character", at: SourceSpan(index, index + 3))
    }
    index += 1
  }

  mutating func readQuote() throws(ReadingStopped) -> UInt8 {
    guard let quote = peek(), quote == 0x22 || quote == 0x27 else {
      try stop("expected a value in quotes")
    }
    index += 1
    return quote
  }

  // MARK: names

  /// Reads a name with at most one colon.
  mutating func readName(_ expected: String) throws(ReadingStopped) -> Name {
    let start = index
    var local = start
    while let (scalar, length) = scalar() {
      if scalar == 0x3A {
        if local > start || index == start {
          try stop("a name can contain one `:` between two parts", at: SourceSpan(start, index + 1))
        }
        local = index + 1
      } else if index == local ? !Self.startsName(scalar) : !Self.continuesName(scalar) {
        break
      }
      index += length
    }
    guard index > start else { try stop("expected \(expected)") }
    guard index > local else {
      try stop("a name can contain one `:` between two parts", at: SourceSpan(start, index))
    }
    guard index - start <= 1_000 else {
      try stop(
        "the name is longer than 1000 bytes", at: SourceSpan(start, start + 1),
        rule: ReaderFindings.limit
      )
    }
    return Name(span: SourceSpan(start, index), localStart: local)
  }

  /// The character at `index` and its length; the file is valid UTF-8.
  private func scalar() -> (UInt32, Int)? {
    guard let lead = peek() else { return nil }
    if lead < 0x80 { return (UInt32(lead), 1) }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    var value = UInt32(lead) & (0xFF >> (UInt32(length) + 1))
    for offset in 1..<length { value = value << 6 | UInt32(peek(offset) ?? 0) & 0x3F }
    return (value, length)
  }

  /// XML 1.0 (fifth edition), production 4 without the colon.
  private static func startsName(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
      0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF,
      0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
      true
    default: false
    }
  }

  /// XML 1.0 (fifth edition), production 4a.
  private static func continuesName(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: startsName(scalar)
    }
  }
}
