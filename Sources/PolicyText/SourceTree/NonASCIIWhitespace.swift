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
