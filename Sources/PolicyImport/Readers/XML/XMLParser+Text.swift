import PolicyText

extension XMLTree.Text {
  static let none = XMLTree.Text(start: 0, end: 0, textStart: 0, textEnd: 0, isCopied: false)
}

extension XMLParser {
  /// Reads characters up to the next tag, and the tag.
  mutating func readContent() throws(Stop) {
    guard let byte = peek() else {
      let name = open.last.map { nodes[Int($0.node)].name }
      try stop(
        "the file ends before the end of an element", at: Span(index, index),
        noting: name.map { ("opened here", Span(Int($0.start), Int($0.end))) })
    }
    switch byte {
    case UInt8(ascii: "<"):
      if starts(with: "<!--") {
        interrupt()
        try skipComment()
        resume()
      } else if starts(with: "<![CDATA[") {
        try readCDATA()
      } else if starts(with: "<?") {
        interrupt()
        try skipInstruction()
        resume()
      } else if starts(with: "</") {
        endRun(atEndTag: true)
        try readEndTag()
      } else {
        endRun(atEndTag: false)
        try readStartTag()
      }
    case UInt8(ascii: "&"):
      begin()
      interrupt()
      let written = scratch.count
      try readReference()
      noteText(from: written)
      resume()
    case 0x0D:
      begin()
      copy(upTo: index)
      scratch.append(0x0A)
      index += peek(1) == 0x0A ? 2 : 1
      resume()
    default:
      begin()
      if !Self.isBlank(byte) { run?.isBlank = false }
      if byte == UInt8(ascii: "]"), starts(with: "]]>") {
        findings.report(
          Span(index, index + 3), "`]]>` is not allowed in text", help: "write `]]&gt;`")
      }
      try skipCharacter()
    }
  }

  /// Passes one character, which must be one that XML can hold.
  mutating func skipCharacter() throws(Stop) {
    let byte = bytes[index]
    if byte < 0x20, !Self.isBlank(byte) {
      try stop(
        "a control character (U+\(byte < 0x10 ? "000" : "00")\(String(byte, radix: 16, uppercase: true))) is not allowed in XML"
      )
    }
    if byte == 0xEF, starts(with: "\u{FFFE}") || starts(with: "\u{FFFF}") {
      try stop("this is no character", at: Span(index, index + 3))
    }
    index += 1
  }

  // MARK: runs of characters

  private mutating func begin() {
    if run == nil { run = Run(start: index, pending: index) }
  }

  /// What comes next is no text, or stands for another text: the run goes on in `scratch`.
  private mutating func interrupt() {
    if run != nil { copy(upTo: index) }
  }

  /// Looks at what was copied since: a run that holds more than blanks is kept.
  private mutating func noteText(from start: Int) {
    if !scratch[start...].allSatisfy(Self.isBlank) { run?.isBlank = false }
  }

  private mutating func resume() {
    run?.pending = index
  }

  private mutating func copy(upTo end: Int) {
    guard var current = run else { return }
    if current.copied == nil { current.copied = scratch.count }
    if current.pending < end { scratch.append(contentsOf: bytes[current.pending..<end]) }
    current.pending = end
    run = current
  }

  /// Ends a run at a tag. Blanks are kept only where they are all that an element holds.
  private mutating func endRun(atEndTag: Bool) {
    guard let current = run else { return }
    run = nil
    let isAlone = atEndTag && (open.last?.lastChild ?? 0) < 0
    if current.isBlank && !isAlone {
      if let copied = current.copied { scratch.removeSubrange(copied...) }
      return
    }
    run = current
    if current.copied != nil { copy(upTo: index) }
    run = nil
    let text = XMLTree.Text(
      start: UInt32(current.start), end: UInt32(index),
      textStart: UInt32(current.copied ?? current.start),
      textEnd: UInt32(current.copied == nil ? index : scratch.count),
      isCopied: current.copied != nil)
    _ = add(
      XMLTree.Node(
        name: XMLTree.Name(start: 0, local: 0, end: 0), text: text, isElement: false,
        start: text.start, end: text.end, tagEnd: text.start, parent: open.last?.node ?? -1))
  }

  private mutating func readCDATA() throws(Stop) {
    let start = index
    begin()
    interrupt()
    let written = scratch.count
    index += "<![CDATA[".utf8.count
    while index < bytes.count {
      if starts(with: "]]>") {
        index += 3
        noteText(from: written)
        return resume()
      }
      if bytes[index] == 0x0D {
        scratch.append(0x0A)
        index += peek(1) == 0x0A ? 2 : 1
      } else {
        scratch.append(bytes[index])
        try skipCharacter()
      }
    }
    try stop("no `]]>` ends this text", at: Span(start, start + 9))
  }

  // MARK: attributes and references

  mutating func readAttributeValue() throws(Stop) -> XMLTree.Text {
    guard let quote = peek(), quote == 0x22 || quote == 0x27 else {
      try stop("a value in quotes expected")
    }
    index += 1
    let start = index
    var pending = start
    var copied: Int?
    while let byte = peek(), byte != quote {
      switch byte {
      case UInt8(ascii: "<"):
        try stop(
          "`<` is not allowed in the value of an attribute", help: "write `&lt;`",
          noting: ("the value starts here", Span(start - 1, start)))
      case UInt8(ascii: "&"), 0x09, 0x0A, 0x0D:
        if copied == nil { copied = scratch.count }
        scratch.append(contentsOf: bytes[pending..<index])
        if byte == UInt8(ascii: "&") {
          try readReference()
        } else {
          // XML 1.0 section 3.3.3: line ends and tabs are spaces here.
          scratch.append(0x20)
          index += byte == 0x0D && peek(1) == 0x0A ? 2 : 1
        }
        pending = index
      default: try skipCharacter()
      }
    }
    guard index < bytes.count else {
      try stop("no quote ends this value", at: Span(start - 1, start))
    }
    if copied != nil { scratch.append(contentsOf: bytes[pending..<index]) }
    let end = index
    index += 1
    guard end - start <= limits.scalar else {
      try stop(
        "a value of more than \(limits.scalar) bytes", at: Span(start, start + 1),
        rule: ReaderFindings.limit)
    }
    return XMLTree.Text(
      start: UInt32(start), end: UInt32(end), textStart: UInt32(copied ?? start),
      textEnd: UInt32(copied == nil ? end : scratch.count), isCopied: copied != nil)
  }

  /// Appends what a reference stands for; an entity that nobody knows stays as it is written.
  private mutating func readReference() throws(Stop) {
    let start = index
    index += 1
    if peek() == UInt8(ascii: "#") { return try readCharacterReference(start) }
    let name = try readName("the name of an entity, or `&amp;` for the character itself,")
    guard peek() == UInt8(ascii: ";") else {
      try stop(
        "`;` expected after the name of an entity", at: Span(start, index),
        help: "write `&amp;` for the character itself")
    }
    index += 1
    switch ExactString(decoding: bytes[Int(name.start)..<Int(name.end)]) {
    case "amp": scratch.append(UInt8(ascii: "&"))
    case "lt": scratch.append(UInt8(ascii: "<"))
    case "gt": scratch.append(UInt8(ascii: ">"))
    case "quot": scratch.append(UInt8(ascii: "\""))
    case "apos": scratch.append(UInt8(ascii: "'"))
    default:
      findings.report(
        Span(start, index),
        "the entity \(UTF8Text.quoted(source.text(Span(start, index)))) is not expanded",
        help: "write the text that it stands for")
      scratch.append(contentsOf: bytes[start..<index])
    }
  }

  private mutating func readCharacterReference(_ start: Int) throws(Stop) {
    index += 1
    let isHex = peek() == UInt8(ascii: "x")
    if isHex { index += 1 }
    let first = index
    var value: UInt32 = 0
    while let byte = peek(), let digit = PercentEncoding.hexValue(byte), isHex || digit < 10 {
      // More than any character: the value does not grow further.
      value = min(value * (isHex ? 16 : 10) + UInt32(digit), 0x11_0000)
      index += 1
    }
    guard index > first, peek() == UInt8(ascii: ";") else {
      try stop("digits and `;` expected in a reference", at: Span(start, max(index, start + 2)))
    }
    index += 1
    guard value >= 0x20 || value == 0x09 || value == 0x0A || value == 0x0D, value & ~1 != 0xFFFE,
      let scalar = Unicode.Scalar(value)
    else { try stop("this reference is no character of XML", at: Span(start, index)) }
    scratch.append(contentsOf: Array(String(scalar).utf8))
  }
}
