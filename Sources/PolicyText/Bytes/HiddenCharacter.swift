/// A class of characters that reviewers can't see, or see elsewhere.
///
/// The classes cover Unicode's default ignorable characters, controls, separators and
/// noncharacters, and a few characters without a visible glyph. Unassigned and private code points
/// are displayed as a box, so they aren't included.
package enum HiddenCharacter: Sendable, Equatable {
  /// A control character other than tab, line feed and carriage return.
  case control
  /// U+0085, U+2028 and U+2029: line breaks for YAML and some programs, but not for editors and
  /// diffs.
  case lineBreak
  /// Changes the display order of the text around it.
  case direction
  /// U+200C and U+200D, which some scripts and emoji need.
  case joiner
  /// Selects a glyph of the character before it.
  case variation
  /// Tag characters: invisible copies of ASCII.
  case tag
  /// Has no width.
  case zeroWidth
  /// A letter or symbol with an empty glyph.
  case blank
  /// Whitespace that looks like a space, but isn't one to programs.
  case space
  /// U+FFFE and other code points that are never characters.
  case noncharacter

  /// nil for visible characters, the space, tabs and line endings.
  package init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E: return nil
    case 0x85, 0x2028, 0x2029: self = .lineBreak
    case 0...0x9F: self = .control
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: self = .space
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: self = .direction
    case 0x200C, 0x200D: self = .joiner
    case 0x180B...0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: self = .variation
    case 0xE0000...0xE007F: self = .tag
    case 0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0, 0xFFFC, 0x16FE4, 0x1D159: self = .blank
    case 0xAD, 0x034F, 0x17B4, 0x17B5, 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF,
      0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0080...0xE00FF, 0xE01F0...0xE0FFF:
      self = .zeroWidth
    case 0xFDD0...0xFDEF: self = .noncharacter
    default:
      guard scalar.value & 0xFFFE == 0xFFFE else { return nil }
      self = .noncharacter
    }
  }

  /// Returns true if the bytes contain a hidden character.
  package static func occurs(in bytes: [UInt8]) -> Bool {
    first(in: bytes) != nil
      || bytes.contains { $0 == 0x7F || ($0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D) }
  }

  /// The string without hidden characters.
  package static func visible(_ text: String) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars where HiddenCharacter(scalar) == nil {
      output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    return String(decoding: output, as: UTF8.self)
  }

  package struct Occurrence: Sendable {
    package var scalar: Unicode.Scalar
    package var kind: HiddenCharacter
    /// The range of its bytes.
    package var range: Range<Int>
  }

  /// The first hidden non-ASCII character from an index on. The bytes must be valid UTF-8.
  package static func first(in bytes: [UInt8], from start: Int = 0) -> Occurrence? {
    var index = start
    while let place = bytes.firstNonASCII(from: index) {
      let lead = bytes[place]
      let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      index = place + length
      guard index <= bytes.count else { return nil }
      // Letters of most scripts don't start with these bytes.
      switch lead {
      case 0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xE3, 0xEF, 0xF0...0xFF: break
      default: continue
      }
      var value = UInt32(lead) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
      for byte in bytes[(place + 1)..<index] { value = value << 6 | UInt32(byte & 0x3F) }
      guard let scalar = Unicode.Scalar(value), let kind = HiddenCharacter(scalar) else { continue }
      return Occurrence(scalar: scalar, kind: kind, range: place..<index)
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// `U+200B ZERO WIDTH SPACE`; without a name if Unicode has none, as for most controls.
  package var codePoint: String {
    let hex = String(value, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: max(0, 4 - hex.count)) + hex
    return "U+\(padded)" + ((properties.name ?? controlName).map { " \($0)" } ?? "")
  }

  /// Common names of control characters.
  private var controlName: String? {
    switch value {
    case 0x00: "NULL"
    case 0x08: "BACKSPACE"
    case 0x0B: "LINE TABULATION"
    case 0x0C: "FORM FEED"
    case 0x1B: "ESCAPE"
    case 0x7F: "DELETE"
    case 0x85: "NEXT LINE"
    default: nil
    }
  }
}
