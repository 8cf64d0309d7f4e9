/// Lower case for ASCII letters only, which is how schemes and hosts ignore case.
package enum ASCII {
  /// The byte, in lower case if it is `A` to `Z`.
  @inlinable
  package static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  /// The string in lower case; the same one if it has no upper-case letters, as most strings.
  package static func lowercased(_ text: ExactString) -> ExactString {
    text.holdsOne(from: 0x41, count: 26)
      ? ExactString(decoding: text.utf8.map { lowercased($0) }) : text
  }

  package static func lowercased(_ bytes: ArraySlice<UInt8>) -> ExactString {
    lowercased(ExactString(decoding: bytes))
  }
}

extension UInt8 {
  /// True for `0` to `9`.
  @inlinable package var isDigit: Bool { self &- 0x30 < 10 }
  /// True for ASCII letters.
  @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  @inlinable package var isAlphanumeric: Bool { isDigit || isLetter }
  /// True for a space or a tab.
  @inlinable package var isBlank: Bool { self == 0x20 || self == 0x09 }
  /// True for a carriage return or a line feed.
  @inlinable package var isLineBreak: Bool { self == 0x0A || self == 0x0D }
  /// True for ASCII whitespace.
  package var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
  /// True for letters, digits, `_` and all bytes of non-ASCII characters.
  package var isWord: Bool { isAlphanumeric || self == 0x5F || self >= 0x80 }
}

/// Whole numbers in data from servers, files and programs.
package enum WholeNumber {
  /// Parses ASCII digits without a sign. Numbers above the limit become the limit, so arithmetic
  /// can't overflow.
  package static func read(_ text: some Sequence<UInt8>, atMost limit: Int) -> Int? {
    let digits = Array(text)
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    return min(limit, Int(String(decoding: digits, as: UTF8.self)) ?? limit)
  }
}
