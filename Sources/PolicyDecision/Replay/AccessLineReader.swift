import PolicyText

/// Finds the request line in an access log line that isn't JSON.
struct AccessLineReader {
  private var rest: ArraySlice<UInt8>

  /// The request line without its quotes; nil for a line in another format.
  static func requestLine(of line: ArraySlice<UInt8>, in format: LogFormat) -> ArraySlice<UInt8>? {
    var reader = AccessLineReader(rest: line)
    return format == .alb ? reader.loadBalancer() : reader.common(isCombined: format == .combined)
  }

  /// `host ident user [22/Nov/2026:18:00:00 +0000] "request" 200 123`, then `"referrer" "agent"`.
  ///
  /// Users may contain whitespace but no quotes. So the request follows the first time in brackets
  /// that precedes a quote.
  private mutating func common(isCombined: Bool) -> ArraySlice<UInt8>? {
    let start = rest.startIndex
    while let first = rest.first {
      if first == 0x22 { return nil }
      if first == UInt8(ascii: "["), rest.startIndex - start >= 6, isTime {
        rest = rest.dropFirst(28)
        break
      }
      rest = rest.dropFirst()
    }
    guard skip(0x20), let request = quoted(), skip(0x20), number(3...3), skip(0x20),
      number(1...20)
    else { return nil }
    if isCombined {
      guard skip(0x20), quoted() != nil, skip(0x20), quoted() != nil else { return nil }
    }
    return isAtBlankOrEnd ? request : nil
  }

  /// `type time elb client target 0.0 0.0 0.0 200 200 1 1 "request" "agent" …`.
  private mutating func loadBalancer() -> ArraySlice<UInt8>? {
    for field in 0..<12 {
      let text = rest.prefix { $0 != 0x20 && $0 != 0x22 }
      rest = rest[text.endIndex...]
      guard !text.isEmpty, skip(0x20) else { return nil }
      // The status distinguishes these lines from others with as many fields.
      if field == 8 {
        var status = AccessLineReader(rest: text)
        guard status.number(3...3), status.isAtBlankOrEnd else { return nil }
      }
    }
    guard let request = quoted(), skip(0x20), quoted() != nil, isAtBlankOrEnd else { return nil }
    return request
  }

  /// True at `[22/Nov/2026:18:00:00 +0000] "`.
  private var isTime: Bool {
    guard rest.count >= 30 else { return false }
    let marks: [(Int, Unicode.Scalar)] = [
      (3, "/"), (7, "/"), (12, ":"), (15, ":"), (18, ":"), (21, " "), (27, "]"), (28, " "),
      (29, "\""),
    ]
    return marks.allSatisfy { rest[rest.startIndex + $0] == UInt8(ascii: $1) }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Digits, in a valid number, or one hyphen.
  private mutating func number(_ lengths: ClosedRange<Int>) -> Bool {
    if skip(UInt8(ascii: "-")) { return true }
    let digits = rest.prefix(while: \.isDigit)
    rest = rest[digits.endIndex...]
    return lengths.contains(digits.count)
  }

  private var isAtBlankOrEnd: Bool { rest.isEmpty || rest.first == 0x20 }

  /// The string between quotes; an escaped quote doesn't end it.
  private mutating func quoted() -> ArraySlice<UInt8>? {
    guard skip(0x22) else { return nil }
    var index = rest.startIndex
    while index < rest.endIndex, rest[index] != 0x22 { index += rest[index] == 0x5C ? 2 : 1 }
    guard index < rest.endIndex else { return nil }
    defer { rest = rest[(index + 1)...] }
    return rest[..<index]
  }

  /// Decodes the escapes that servers write for quotes, backslashes and non-ASCII characters.
  static func unescaped(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard text.contains(0x5C) else { return text }
    var output: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == 0x5C, let code = rest.first else {
        output.append(byte)
        continue
      }
      let plain: UInt8?
      switch code {
      case 0x22, 0x5C: plain = code
      case UInt8(ascii: "n"): plain = 0x0A
      case UInt8(ascii: "r"): plain = 0x0D
      case UInt8(ascii: "t"): plain = 0x09
      case UInt8(ascii: "b"): plain = 0x08
      case UInt8(ascii: "f"): plain = 0x0C
      case UInt8(ascii: "v"): plain = 0x0B
      case UInt8(ascii: "x"):
        let digits = rest.dropFirst().prefix(2).compactMap { PercentEncoding.hexValue($0) }
        plain = digits.count == 2 ? digits[0] << 4 | digits[1] : nil
        if plain != nil { rest = rest.dropFirst(2) }
      default: plain = nil
      }
      // Invalid escapes stay as they are.
      output.append(plain ?? 0x5C)
      if plain != nil { rest = rest.dropFirst() }
    }
    return output[...]
  }
}
