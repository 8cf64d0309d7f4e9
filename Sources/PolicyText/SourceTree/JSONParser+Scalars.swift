// Strings, numbers and literals.

extension JSONParser {
  mutating func add(_ style: ScalarStyle, _ range: Range<Int>, text: Range<Int>) {
    builder.add(
      builder.scalar(style, at: SourceSpan(range.lowerBound, range.upperBound), text: text))
  }

  mutating func readWord(_ word: String) throws(ParseError) {
    guard bytes[index...].starts(with: word.utf8) else {
      try fail("expected a JSON value", help: Self.valueHelp)
    }
    let range = index..<(index + word.utf8.count)
    index = range.upperBound
    add(.jsonLiteral, range, text: range)
  }

  mutating func readNumber() throws(ParseError) {
    let start = index
    func isDigit(_ byte: UInt8?) -> Bool { byte.map(\.isDigit) ?? false }
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

  mutating func readString() throws(ParseError) {
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
    // At an escape, a control character or the end: from here, the value is copied.
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
        // `"text”`: mark the quote that was meant to close the string.
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
  func typographicQuote(in range: Range<Int>) -> Int? {
    range.first { place in
      bytes[place] == 0xE2 && place + 2 < bytes.count && bytes[place + 1] == 0x80
        && (bytes[place + 2] == 0x9C || bytes[place + 2] == 0x9D)
    }
  }

  mutating func readEscape() throws(ParseError) {
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

  mutating func failAtSurrogate(_ start: Int) throws(ParseError) -> Never {
    try fail(
      "unpaired surrogate", at: start, length: 6,
      help: "write the character itself, or both surrogates")
  }

  static let valueHelp =
    "write an object, an array, a string in double quotes, a number, `true`, `false` or `null`"

  mutating func readHex(_ start: Int) throws(ParseError) -> UInt32 {
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
}

/// Whitespace that JSON doesn't allow.
struct NonASCIIWhitespace {
  /// The name for messages, with its code point.
  let name: String
  /// The number of UTF-8 bytes.
  let length: Int
  let replacement: String

  /// nil if the character at an index isn't whitespace.
  init?(in bytes: [UInt8], at index: Int) {
    length = bytes[index] >= 0xE0 ? 3 : 2
    guard index + length <= bytes.count,
      let scalar = Unicode.Scalar(
        String(decoding: bytes[index..<(index + length)], as: UTF8.self))
    else { return nil }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    switch scalar.value {
    case 0xA0, 0x202F: (name, replacement) = ("a no-break space (\(code))", " ")
    case 0x200B...0x200D, 0x2060, 0xFEFF:
      (name, replacement) = ("an invisible character (\(code))", "")
    case 0x1680, 0x2000...0x200A, 0x205F, 0x3000:
      (name, replacement) = ("a typographic space (\(code))", " ")
    case 0x2028, 0x2029, 0x85: (name, replacement) = ("a line separator (\(code))", "\n")
    default: return nil
    }
  }
}
