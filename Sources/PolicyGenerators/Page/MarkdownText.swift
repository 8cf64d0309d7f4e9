import PolicyText

/// Texts within Markdown: whatever they hold, they are read back as they are.
///
/// What cannot be seen is written as `\u{200B}`, so that no text holds a line feed. Bytes, since what means something
/// in Markdown is ASCII.
enum MarkdownText {
  /// Text between words of Markdown, also in a cell of a table and at the start of a line.
  static func append(prose text: ExactString, to output: inout [UInt8]) {
    append(prose: Array(UTF8Text.visible(text.string).utf8)[...], to: &output)
  }

  private static func append(prose bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
    let start = output.count
    var isNumber = true
    for (index, byte) in zip(bytes.indices, bytes) {
      let isSafe =
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ","), UInt8(ascii: ";"),
          UInt8(ascii: "("), UInt8(ascii: "/"), UInt8(ascii: "'"), UInt8(ascii: "\""),
          UInt8(ascii: "?"), UInt8(ascii: "%"):
          true
        // A list or a rule at the start of a line.
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "="): output.count > start
        // A numbered list; GitHub makes links of `www.`.
        case UInt8(ascii: "."), UInt8(ascii: ")"):
          (output.count == start || !isNumber)
            && !output[start...].suffix(3).elementsEqual("www".utf8)
        // Addresses and emoji have a character behind their colon.
        case UInt8(ascii: ":"):
          index > bytes.startIndex && index + 1 < bytes.endIndex && bytes[index + 1] == 0x20
        // Indented code at the start of a line.
        case UInt8(ascii: " "): index == bytes.startIndex || bytes[index - 1] != 0x20
        default: byte >= 0x80
        }
      isNumber = isNumber && isSafe && (0x30...0x39).contains(byte)
      if isSafe { output.append(byte) } else { append(reference: UInt32(byte), to: &output) }
    }
  }

  /// A code span, or the element where a span could not hold the text.
  static func append(code text: ExactString, to output: inout [UInt8]) {
    let visible = ExactString(UTF8Text.visible(text.string))
    if visible.isEmpty {
      output += "*(empty)*".utf8
      return
    }
    let isPlain =
      visible.allBytes {
        $0 != UInt8(ascii: "`") && $0 != UInt8(ascii: "|") && $0 != UInt8(ascii: "\\")
      } && visible.utf8.first != UInt8(ascii: " ") && visible.utf8.last != UInt8(ascii: " ")
    guard isPlain else { return append(element: visible, to: &output) }
    output.append(UInt8(ascii: "`"))
    output += visible.utf8
    output.append(UInt8(ascii: "`"))
  }

  /// `<code>` with every character but letters and digits as a reference.
  private static func append(element text: ExactString, to output: inout [UInt8]) {
    output += "<code>".utf8
    for byte in UTF8Text.visible(text.string).utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "v"), UInt8(ascii: "x")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
        output.append(byte)
      default: append(reference: UInt32(byte), to: &output)
      }
    }
    output += "</code>".utf8
  }

  /// `<code>` with bytes in hex and colons, which need no references; another text with them.
  static func append(fingerprint text: ExactString, to output: inout [UInt8]) {
    let isHex = text.string.unicodeScalars.allSatisfy {
      $0.properties.isASCIIHexDigit || $0 == ":" || $0 == "…"
    }
    guard isHex else { return append(element: text, to: &output) }
    output += "<code>".utf8
    output += text.utf8
    output += "</code>".utf8
  }

  /// A character reference: read as text, never as markup.
  private static func append(reference scalar: UInt32, to output: inout [UInt8]) {
    output += "&#".utf8
    output += String(scalar).utf8
    output.append(UInt8(ascii: ";"))
  }

  /// Emphasis. Marks count only at a letter or digit; what begins or ends otherwise gets an element.
  static func append(
    emphasized text: ExactString, mark: String, element: String, to output: inout [UInt8]
  ) {
    let bytes = Array(text.utf8)
    let blank = UInt8(ascii: " ")
    guard let start = bytes.firstIndex(where: { $0 != blank }),
      let end = bytes.lastIndex(where: { $0 != blank })
    else { return append(prose: text, to: &output) }
    let isPlain = isAlphanumeric(bytes[start]) && isAlphanumeric(bytes[end])
    // Blanks stand outside.
    if start > 0 { output.append(blank) }
    output += (isPlain ? mark : "<\(element)>").utf8
    append(prose: ExactString(decoding: bytes[start...end]), to: &output)
    output += (isPlain ? mark : "</\(element)>").utf8
    if end < bytes.count - 1 { output.append(blank) }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }
}
