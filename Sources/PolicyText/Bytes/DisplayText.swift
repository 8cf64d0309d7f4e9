/// UTF-8 validation, and safe display of strings.
package enum DisplayText {
  /// The offset of the first byte that isn't well-formed UTF-8 (RFC 3629); nil if absent.
  package static func firstInvalidByte(of bytes: [UInt8]) -> Int? {
    // macOS 14 has spans of slices, but not of arrays.
    let slice = bytes[...]
    let span = slice.span
    var index = 0
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      let length = sequenceLength(span, at: index)
      guard length > 0 else { return index }
      index += length
    }
    return nil
  }

  /// The length of the well-formed multi-byte sequence (RFC 3629 section 4) at an index, or 0.
  package static func sequenceLength(_ bytes: Swift.Span<UInt8>, at index: Int) -> Int {
    func continues(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      index + offset < bytes.count && range.contains(bytes[index + offset])
    }
    switch bytes[index] {
    case 0xC2...0xDF: return continues(1) ? 2 : 0
    case 0xE0: return continues(1, 0xA0...0xBF) && continues(2) ? 3 : 0
    case 0xED: return continues(1, 0x80...0x9F) && continues(2) ? 3 : 0
    case 0xE1...0xEF: return continues(1) && continues(2) ? 3 : 0
    case 0xF0: return continues(1, 0x90...0xBF) && continues(2) && continues(3) ? 4 : 0
    case 0xF1...0xF3: return continues(1) && continues(2) && continues(3) ? 4 : 0
    case 0xF4: return continues(1, 0x80...0x8F) && continues(2) && continues(3) ? 4 : 0
    default: return 0
    }
  }

  /// Returns true for characters that are invisible or reorder text: control and format characters,
  /// variation selectors, whitespace other than the space, unassigned and private code points.
  package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 }
    switch scalar.value {
    case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800: return true
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x180B...0x180F, 0x17B4, 0x17B5, 0x034F: return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned,
      .privateUse, .surrogate:
      return true
    default: return false
    }
  }

  /// Escapes invisible characters: `\u{200B}`.
  ///
  /// A policy then can't control the terminal, and look-alikes become visible.
  package static func visible(_ text: String) -> String {
    // Bytes from 0x7F on, and those below 0x20.
    guard ExactString(text).holdsOne(from: 0x7F, count: 0xA1) else { return text }
    guard text.unicodeScalars.contains(where: isInvisible) else { return text }
    var output = ""
    for scalar in text.unicodeScalars {
      if isInvisible(scalar) {
        output += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        output.unicodeScalars.append(scalar)
      }
    }
    return output
  }

  /// The width of a scalar in a terminal: 0, 1, or 2 for wide East Asian characters and emoji.
  package static func columns(of scalar: Unicode.Scalar) -> Int {
    guard scalar.value >= 0x300 else { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  /// The string, cut to a number of scalars, with an ellipsis if it is longer.
  package static func shortened(_ text: String, to limit: Int = 120) -> String {
    // A string has at most as many scalars as bytes, so only long ones are counted.
    guard text.utf8.count > limit, text.unicodeScalars.prefix(limit + 1).count > limit else {
      return text
    }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit))) + "…"
  }

  /// A value in messages: in backticks, shortened, with invisible characters escaped.
  package static func quoted(_ text: String) -> String { "`\(visible(shortened(text)))`" }

  /// Replaces some characters.
  package static func escaped(
    _ text: String, _ escapes: KeyValuePairs<Unicode.Scalar, String>
  ) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      if let escape = escapes.first(where: { $0.key == scalar }) {
        output += escape.value
      } else {
        output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
