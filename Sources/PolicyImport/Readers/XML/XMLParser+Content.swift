import PolicyText

extension XMLParser {
  // MARK: tags

  mutating func readStartTag() throws(ReadingStopped) {
    let start = index
    guard open.count < limits.depth else {
      try stop(
        "more than \(limits.depth) levels of nesting", at: SourceSpan(start, start + 1),
        rule: ReaderFindings.limit)
    }
    guard nodeCount < Self.maximumNodes else {
      try stop(
        "more than \(Self.maximumNodes) elements and attributes", at: SourceSpan(start, start + 1),
        rule: ReaderFindings.limit)
    }
    nodeCount += 1
    index += 1
    let name = try readName("an element name")
    if nodeCount == 1, ASCII.lowercased(local(name)) == "html" {
      try stop(
        "this is a web page", at: name.span,
        help: "download the file itself, not the page that shows it")
    }
    let tag = SourceSpan(start, start)
    let element = XMLElement(name: local(name), nameSpan: name.span, startTag: tag, span: tag)
    open.append(OpenElement(element: element, outerNamespaces: namespaces.count))
    let isEmpty = try readAttributes(name, start)
    open[open.count - 1].element.startTag.end = index
    if isEmpty { close() }
  }

  private func prefix(_ name: Name) -> ExactString {
    string(SourceSpan(name.span.start, max(name.span.start, name.localStart - 1)))
  }

  private func local(_ name: Name) -> ExactString {
    string(SourceSpan(name.localStart, name.span.end))
  }

  private func quoted(_ name: Name) -> String { DisplayText.quoted(source.text(name.span)) }

  /// Reads up to the end of a start tag; true for an empty-element tag.
  private mutating func readAttributes(_ element: Name, _ start: Int) throws(ReadingStopped) -> Bool
  {
    var attributes: [(name: Name, value: XMLValue)] = []
    while true {
      let hasSpace = skipSpace()
      if peek() == UInt8(ascii: ">") || starts(with: "/>") { break }
      if peek() == nil {
        try stop("unterminated tag: missing `>`", at: SourceSpan(start, start + 1))
      }
      guard hasSpace else { try stop("expected whitespace, `>` or `/>`") }
      let name = try readName("`>`, `/>` or an attribute name")
      skipSpace()
      try expect("=", "expected `=` after the attribute name")
      skipSpace()
      let value = try readAttributeValue()
      if prefix(name) == "xmlns" || string(name.span) == "xmlns" {
        try declare(name, value.text)
      } else {
        attributes.append((name, value))
        nodeCount += 1
      }
    }
    let current = open.count - 1
    open[current].element.namespace = namespace(of: element)
    open[current].element.attributes = attributes.map { name, value in
      // Without a prefix an attribute has no namespace.
      let namespace = name.localStart > name.span.start ? namespace(of: name) : nil
      return XMLAttribute(name: local(name), namespace: namespace, value: value)
    }
    reportDuplicates(attributes.map(\.name), open[current].element.attributes)
    let isEmpty = peek() == UInt8(ascii: "/")
    index += isEmpty ? 2 : 1
    return isEmpty
  }

  private mutating func reportDuplicates(_ names: [Name], _ attributes: [XMLAttribute]) {
    struct Key: Hashable {
      var namespace: ExactString?
      var name: ExactString
    }
    var seen: [Key: Name] = [:]
    for (name, attribute) in zip(names, attributes) {
      let key = Key(namespace: attribute.namespace, name: attribute.name)
      guard let first = seen[key] else {
        seen[key] = name
        continue
      }
      findings.report(
        name.span, "duplicate attribute \(quoted(name))", noting: ("first here", first.span))
    }
  }

  // MARK: namespaces

  private static let xmlURI: ExactString = "http://www.w3.org/XML/1998/namespace"
  private static let xmlnsURI: ExactString = "http://www.w3.org/2000/xmlns/"

  private mutating func declare(_ name: Name, _ uri: ExactString) throws(ReadingStopped) {
    let prefix: ExactString = name.localStart == name.span.start ? "" : local(name)
    guard namespaces.count < Self.maximumNamespaces else {
      try stop(
        "more than \(Self.maximumNamespaces) nested namespace declarations", at: name.span,
        rule: ReaderFindings.limit)
    }
    let outer = open.last?.outerNamespaces ?? 0
    if prefix == "xmlns" || (prefix == "xml") != (uri == Self.xmlURI) || uri == Self.xmlnsURI {
      findings.report(name.span, "this prefix or namespace is reserved by XML")
    } else if uri.isEmpty, !prefix.isEmpty {
      findings.report(name.span, "the namespace of a prefix can't be empty")
    } else if namespaces[outer...].contains(where: { $0.prefix == prefix }) {
      findings.report(name.span, "duplicate attribute \(quoted(name))")
    } else {
      namespaces.append((prefix, uri))
    }
  }

  private mutating func namespace(of name: Name) -> ExactString? {
    let prefix = prefix(name)
    if let found = namespaces.last(where: { $0.prefix == prefix }) {
      return found.uri.isEmpty ? nil : found.uri
    }
    if prefix.isEmpty { return nil }
    if prefix == "xml" { return Self.xmlURI }
    findings.report(
      name.span, "undeclared namespace prefix in \(quoted(name))",
      help: "declare it with `xmlns:\(DisplayText.visible(prefix.string))`")
    return "\0"
  }

  private mutating func readEndTag() throws(ReadingStopped) {
    let start = index
    index += 2
    let name = try readName("an element name")
    guard let opened = open.last?.element.nameSpan else { return }
    guard string(name.span) == string(opened) else {
      let expected = DisplayText.visible(DisplayText.shortened(source.text(opened)))
      try stop(
        "expected `</\(expected)>`", at: SourceSpan(start, index), noting: ("opened here", opened))
    }
    skipSpace()
    try expect(">")
    close()
  }

  // MARK: characters

  /// Reads a tag, or characters before the next one.
  mutating func readContent() throws(ReadingStopped) {
    guard let byte = peek() else {
      try stop(
        "the file ends inside an element", at: SourceSpan(index, index),
        noting: open.last.map { ("opened here", $0.element.nameSpan) })
    }
    switch byte {
    case UInt8(ascii: "<"):
      if starts(with: "<!--") {
        if run != nil { beginCopy() }
        try skipComment()
      } else if starts(with: "<![CDATA[") {
        try readCDATA()
      } else if starts(with: "<?") {
        if run != nil { beginCopy() }
        try skipInstruction()
      } else if starts(with: "</") {
        endRun(atEndTag: true)
        try readEndTag()
      } else {
        endRun(atEndTag: false)
        try readStartTag()
      }
    case UInt8(ascii: "&"):
      beginCopy()
      append(try readReference())
    case 0x0D:
      beginCopy()
      append([0x0A])
      index += peek(1) == 0x0A ? 2 : 1
    default:
      if run == nil { run = CharacterRun(start: index) }
      if byte == UInt8(ascii: "]"), starts(with: "]]>") {
        findings.report(
          SourceSpan(index, index + 3), "`]]>` is not allowed in text", help: "write `]]&gt;`")
      }
      if run?.copy != nil { append([byte]) } else if !Self.isSpace(byte) { run?.isBlank = false }
      try skipCharacter()
    }
  }

  /// Starts a copy, because the characters from here on differ from the file.
  private mutating func beginCopy() {
    var current = run ?? CharacterRun(start: index)
    if current.copy == nil { current.copy = Array(bytes[current.start..<index]) }
    run = current
  }

  private mutating func append(_ characters: some Sequence<UInt8>) {
    for byte in characters {
      run?.copy?.append(byte)
      if !Self.isSpace(byte) { run?.isBlank = false }
    }
  }

  /// Ends a run at a tag. Whitespace is kept only if it is the whole content of an element.
  private mutating func endRun(atEndTag: Bool) {
    guard let ended = run else { return }
    run = nil
    guard !ended.isBlank || (atEndTag && open[open.count - 1].element.contents.isEmpty) else {
      return
    }
    let text = ExactString(decoding: ended.copy ?? Array(bytes[ended.start..<index]))
    let value = XMLValue(
      text: text, span: SourceSpan(ended.start, index), isVerbatim: ended.copy == nil)
    open[open.count - 1].element.contents.append(.text(value))
  }

  private mutating func readCDATA() throws(ReadingStopped) {
    let start = index
    beginCopy()
    index += "<![CDATA[".utf8.count
    while index < bytes.count {
      if starts(with: "]]>") {
        index += 3
        return
      }
      if bytes[index] == 0x0D {
        append([0x0A])
        index += peek(1) == 0x0A ? 2 : 1
      } else {
        append([bytes[index]])
        try skipCharacter()
      }
    }
    try stop("unterminated CDATA section: missing `]]>`", at: SourceSpan(start, start + 9))
  }

  private mutating func readAttributeValue() throws(ReadingStopped) -> XMLValue {
    let quote = try readQuote()
    let start = index
    var copy: [UInt8]?
    while let byte = peek(), byte != quote {
      switch byte {
      case UInt8(ascii: "<"):
        try stop(
          "`<` is not allowed in an attribute value", help: "write `&lt;`",
          noting: ("the value starts here", SourceSpan(start - 1, start)))
      case UInt8(ascii: "&"), 0x09, 0x0A, 0x0D:
        if copy == nil { copy = Array(bytes[start..<index]) }
        if byte == UInt8(ascii: "&") {
          copy? += try readReference()
        } else {
          // XML 1.0 section 3.3.3: line endings and tabs become spaces.
          copy?.append(0x20)
          index += byte == 0x0D && peek(1) == 0x0A ? 2 : 1
        }
      default:
        copy?.append(byte)
        try skipCharacter()
      }
    }
    guard index < bytes.count else {
      try stop("unterminated value: missing quote", at: SourceSpan(start - 1, start))
    }
    let span = SourceSpan(start, index)
    index += 1
    guard span.end - start <= limits.scalar else {
      try stop(
        "the value is longer than \(limits.scalar) bytes", at: SourceSpan(start, start + 1),
        rule: ReaderFindings.limit)
    }
    return XMLValue(
      text: copy.map { ExactString(decoding: $0) } ?? string(span), span: span,
      isVerbatim: copy == nil)
  }

  /// The characters of a reference; an unknown entity stays as written.
  private mutating func readReference() throws(ReadingStopped) -> [UInt8] {
    let start = index
    index += 1
    if peek() == UInt8(ascii: "#") { return try readCharacterReference(start) }
    let name = try readName("an entity name, or `&amp;` for the character `&`")
    guard peek() == UInt8(ascii: ";") else {
      try stop(
        "expected `;` after the entity name", at: SourceSpan(start, index),
        help: "write `&amp;` for the character `&`")
    }
    index += 1
    switch string(name.span) {
    case "amp": return [UInt8(ascii: "&")]
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "quot": return [UInt8(ascii: "\"")]
    case "apos": return [UInt8(ascii: "'")]
    default:
      findings.report(
        SourceSpan(start, index),
        "unknown entity \(DisplayText.quoted(source.text(SourceSpan(start, index))))",
        help: "write the characters that it stands for")
      return Array(bytes[start..<index])
    }
  }

  private mutating func readCharacterReference(_ start: Int) throws(ReadingStopped) -> [UInt8] {
    index += 1
    let isHex = peek() == UInt8(ascii: "x")
    if isHex { index += 1 }
    let first = index
    var value: UInt32 = 0
    while let byte = peek(), let digit = PercentEncoding.hexValue(byte), isHex || digit < 10 {
      // Capped above the last code point, to avoid an overflow.
      value = min(value * (isHex ? 16 : 10) + UInt32(digit), 0x11_0000)
      index += 1
    }
    guard index > first, peek() == UInt8(ascii: ";") else {
      try stop("expected digits and `;`", at: SourceSpan(start, max(index, start + 2)))
    }
    index += 1
    guard value >= 0x20 || value == 0x09 || value == 0x0A || value == 0x0D, value & ~1 != 0xFFFE,
      let scalar = Unicode.Scalar(value)
    else {
      try stop("this reference is not a character allowed in XML", at: SourceSpan(start, index))
    }
    return Array(String(scalar).utf8)
  }
}
