/// Legitimate uses of hidden characters in comments and descriptions.
enum HiddenCharacterUse {
  /// True if the adjacent characters need a hidden character.
  static func isNeeded(_ found: HiddenCharacter.Occurrence, in bytes: [UInt8]) -> Bool {
    let before = bytes.scalar(before: found.range.lowerBound)
    let after = bytes.scalar(at: found.range.upperBound)
    switch found.kind {
    // French uses no-break spaces, and Japanese a wide space.
    case .space: return true
    case .joiner:
      if let before, let after, let script = JoiningScript(before) {
        return script == JoiningScript(after)
      }
      guard found.scalar == "\u{200D}", let before, let after else { return false }
      return isInEmoji(before) && isEmoji(after)
    case .variation: return choosesPicture(found.scalar, of: before, after)
    case .tag: return isInFlag(found.range.lowerBound, bytes)
    case .control, .lineBreak, .direction, .zeroWidth, .blank, .noncharacter: return false
    }
  }

  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII && scalar.properties.isEmoji
  }

  /// Returns true for emoji, and for variation selectors and skin tones that end one.
  private static func isInEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{FE0F}" || isEmoji(scalar)
  }

  private static func choosesPicture(
    _ selector: Unicode.Scalar, of before: Unicode.Scalar?, _ after: Unicode.Scalar?
  ) -> Bool {
    guard let before else { return false }
    switch selector.value {
    case 0xFE0E, 0xFE0F:
      // A keycap's digit, or an emoji.
      return before.isASCII ? after == "\u{20E3}" && before.properties.isEmoji : isEmoji(before)
    case 0xFE00...0xFE02, 0xE0100...0xE01EF: return before.properties.isUnifiedIdeograph
    case 0x180B...0x180F: return (0x1820...0x18AA).contains(before.value)
    default: return false
    }
  }

  /// The flags of England, Scotland and Wales, which consist of tags.
  private static let flags: [[UInt8]] = ["gbeng", "gbsct", "gbwls"].map { name in
    let tags = name.unicodeScalars.compactMap { Unicode.Scalar(0xE0000 + $0.value) }
    return Array(String(String.UnicodeScalarView(["\u{1F3F4}"] + tags + ["\u{E007F}"])).utf8)
  }

  private static func isInFlag(_ place: Int, _ bytes: [UInt8]) -> Bool {
    // A flag has seven characters of four bytes, and all but the first are tags.
    for start in stride(from: place - 4, through: max(0, place - 24), by: -4) where start >= 0 {
      if flags.contains(where: { bytes[start...].starts(with: $0) }) { return true }
    }
    return false
  }
}

/// Scripts that need joiners, by their Unicode blocks.
private struct JoiningScript: Equatable {
  private let number: Int

  private static let blocks: [[ClosedRange<UInt32>]] = [
    // Arabic, Persian, Urdu, and their presentation forms.
    [0x0600...0x06FF, 0x0750...0x077F, 0x0870...0x08FF, 0xFB50...0xFDCF, 0xFE70...0xFEFC],
    [0x0700...0x074F, 0x0860...0x086F], [0x07C0...0x07FF], [0x0840...0x085F],
    // Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada, Malayalam, Sinhala.
    [0x0900...0x097F, 0xA8E0...0xA8FF], [0x0980...0x09FF], [0x0A00...0x0A7F], [0x0A80...0x0AFF],
    [0x0B00...0x0B7F], [0x0B80...0x0BFF], [0x0C00...0x0C7F], [0x0C80...0x0CFF], [0x0D00...0x0D7F],
    [0x0D80...0x0DFF],
    // Myanmar, Khmer, Mongolian, Balinese, Javanese.
    [0x1000...0x109F, 0xA9E0...0xA9FF, 0xAA60...0xAA7F], [0x1780...0x17FF], [0x1800...0x18AF],
    [0x1B00...0x1B7F], [0xA980...0xA9DF],
  ]

  /// The script of a letter or combining mark; nil for others.
  init?(_ scalar: Unicode.Scalar) {
    guard
      let number = Self.blocks.firstIndex(where: { $0.contains { $0.contains(scalar.value) } })
    else { return nil }
    switch scalar.properties.generalCategory {
    case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: self.number = number
    default: return nil
    }
  }
}

extension [UInt8] {
  /// The scalar that starts at an index of UTF-8; nil at the end.
  fileprivate func scalar(at start: Int) -> Unicode.Scalar? {
    guard start < count else { return nil }
    var end = start + 1
    while end < count, end < start + 4, self[end] & 0xC0 == 0x80 { end += 1 }
    return String(decoding: self[start..<end], as: UTF8.self).unicodeScalars.first
  }

  /// The scalar that ends before an index of UTF-8; nil at the start.
  fileprivate func scalar(before end: Int) -> Unicode.Scalar? {
    var start = end - 1
    while start > 0, start > end - 4, self[start] & 0xC0 == 0x80 { start -= 1 }
    return start >= 0 ? scalar(at: start) : nil
  }
}
