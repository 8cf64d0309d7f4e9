import PolicyText

/// Characters that look like ASCII. They explain a denial but never decide.
enum Confusables {
  /// Letters of other scripts with the ASCII letter that they look like in common typefaces (part
  /// of UTS 39, `confusables.txt`).
  private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = [
    "а": "a", "α": "a", "ɑ": "a", "с": "c", "ϲ": "c", "ԁ": "d", "е": "e", "ҽ": "e", "ɡ": "g",
    "һ": "h", "і": "i", "ι": "i", "ı": "i", "ј": "j", "κ": "k", "ӏ": "l", "ո": "n", "ν": "v",
    "о": "o", "ο": "o", "օ": "o", "р": "p", "ρ": "p", "ԛ": "q", "г": "r", "ѕ": "s", "τ": "t",
    "υ": "u", "ս": "u", "ѵ": "v", "ԝ": "w", "х": "x", "χ": "x", "у": "y", "γ": "y", "ᴢ": "z",
    "А": "A", "В": "B", "С": "C", "Е": "E", "Н": "H", "І": "I", "К": "K", "\u{212A}": "K",
    "М": "M", "О": "O", "Р": "P", "Т": "T", "Х": "X", "\u{037E}": ";", "\u{2024}": ".",
    "\u{2044}": "/", "\u{2215}": "/", "\u{2236}": ":", "\u{FF0E}": ".", "\u{3002}": ".",
    "ſ": "s",
  ]

  /// The ASCII character that a scalar looks like; nil for others.
  static func lookalike(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    // Full-width forms have the order of ASCII.
    if (0xFF01...0xFF5E).contains(scalar.value) { return Unicode.Scalar(scalar.value - 0xFEE0) }
    return lookalikes[scalar]
  }

  /// A remark about the first non-ASCII character, such as "U+043E looks like `o`" or that it is
  /// invisible.
  static func remark(about text: ExactString) -> String? {
    for scalar in text.string.unicodeScalars where !scalar.isASCII {
      let code = "U+" + String(scalar.value, radix: 16, uppercase: true).padded
      if let lookalike = lookalike(of: scalar) { return "\(code) looks like `\(lookalike)`" }
      if DisplayText.isInvisible(scalar) { return "\(code) is invisible" }
    }
    return nil
  }
}

extension String {
  /// Padded with zeros to at least four digits.
  fileprivate var padded: String { String(repeating: "0", count: max(0, 4 - utf8.count)) + self }
}
