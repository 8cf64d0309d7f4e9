/// Maps ranges of a scalar's value to its source, which may contain escapes and folded lines.
///
/// Some ranges, such as those of block scalars, can't be mapped; callers then use the whole scalar.
struct EscapedText {
  /// The value.
  let text: ArraySlice<UInt8>
  private let bytes: [UInt8]
  private let style: ScalarStyle
  /// The range of the source without quotes.
  private let start: Int
  private let end: Int

  init(_ text: ArraySlice<UInt8>, at span: SourceSpan, of bytes: [UInt8], style: ScalarStyle) {
    self.text = text
    self.bytes = bytes
    self.style = style
    let quote = style == .plain ? 0 : 1
    start = span.start + quote
    end = min(span.end, bytes.count) - quote
  }

  /// The source of a part of the value: `\u200b` for its three bytes.
  func span(of range: Range<Int>) -> SourceSpan? {
    switch style {
    case .plain, .singleQuoted, .doubleQuoted, .jsonString: break
    case .literal, .folded, .jsonNumber, .jsonLiteral: return nil
    }
    var index = start
    var done = 0
    var first: Int?
    while done < range.upperBound {
      guard index < end, let unit = unit(at: index), unit.end <= end else { return nil }
      let next = done + unit.text.count
      guard next <= text.count,
        text[(text.startIndex + done)..<(text.startIndex + next)].elementsEqual(unit.text)
      else { return nil }
      if first == nil, next > range.lowerBound { first = index }
      done = next
      index = unit.end
    }
    return SourceSpan(first ?? index, index)
  }

  /// The next piece of the source and the value that it stands for.
  private func unit(at index: Int) -> (end: Int, text: [UInt8])? {
    let byte = bytes[index]
    switch (style, byte) {
    case (.doubleQuoted, 0x5C), (.jsonString, 0x5C): return escape(at: index)
    case (.singleQuoted, 0x27): return (index + 2, [0x27])
    case (.jsonString, _): return (index + 1, [byte])
    case (_, 0x20), (_, 0x09), (_, 0x0A), (_, 0x0D): return fold(at: index) ?? (index + 1, [byte])
    default: return (index + 1, [byte])
    }
  }

  /// Whitespace around line breaks: one break becomes a space, each further one a line feed. Nil
  /// without a break.
  private func fold(at index: Int) -> (end: Int, text: [UInt8])? {
    var index = index
    var breaks = 0
    while index < end {
      switch bytes[index] {
      case 0x20, 0x09: index += 1
      case 0x0D where index + 1 < end && bytes[index + 1] == 0x0A:
        index += 2
        breaks += 1
      case 0x0A, 0x0D:
        index += 1
        breaks += 1
      default:
        return breaks == 0
          ? nil : (index, breaks == 1 ? [0x20] : Array(repeating: 0x0A, count: breaks - 1))
      }
    }
    return nil
  }

  private func escape(at index: Int) -> (end: Int, text: [UInt8])? {
    guard index + 1 < end else { return nil }
    let letter = Unicode.Scalar(bytes[index + 1])
    switch letter {
    case "x": return numeric(at: index, digits: 2)
    case "U": return numeric(at: index, digits: 8)
    case "u":
      guard style == .jsonString, let high = hex(at: index + 2, digits: 4),
        (0xD800...0xDBFF).contains(high)
      else { return numeric(at: index, digits: 4) }
      guard index + 7 < end, bytes[index + 6] == 0x5C, bytes[index + 7] == 0x75,
        let low = hex(at: index + 8, digits: 4), (0xDC00...0xDFFF).contains(low)
      else { return nil }
      return encoded(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00), end: index + 12)
    case "\n", "\r":
      // An escaped line break is removed with the whitespace at the start of the next line.
      var next = index + 2
      if letter == "\r", next < end, bytes[next] == 0x0A { next += 1 }
      while next < end, bytes[next] == 0x20 || bytes[next] == 0x09 { next += 1 }
      return (next, [])
    default: return Self.named(letter).flatMap { encoded($0, end: index + 2) }
    }
  }

  private func numeric(at index: Int, digits: Int) -> (end: Int, text: [UInt8])? {
    hex(at: index + 2, digits: digits).flatMap { encoded($0, end: index + 2 + digits) }
  }

  private func hex(at index: Int, digits: Int) -> UInt32? {
    guard index + digits <= end else { return nil }
    var value: UInt32 = 0
    for byte in bytes[index..<(index + digits)] {
      guard let digit = PercentEncoding.hexValue(byte) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private func encoded(_ value: UInt32, end: Int) -> (end: Int, text: [UInt8])? {
    Unicode.Scalar(value).flatMap { UTF8.encode($0) }.map { (end, Array($0)) }
  }

  /// The characters with single-letter escapes; YAML has all of them, JSON some.
  private static func named(_ letter: Unicode.Scalar) -> UInt32? {
    switch letter {
    case "\"", "\\", "/", " ": letter.value
    case "0": 0x00
    case "a": 0x07
    case "b": 0x08
    case "t", "\t": 0x09
    case "n": 0x0A
    case "v": 0x0B
    case "f": 0x0C
    case "r": 0x0D
    case "e": 0x1B
    case "N": 0x85
    case "_": 0xA0
    case "L": 0x2028
    case "P": 0x2029
    default: nil
    }
  }
}
