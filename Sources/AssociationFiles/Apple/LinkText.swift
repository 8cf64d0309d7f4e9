import PolicyText

/// Strings as Apple's matcher compares them: by Unicode scalar, folded if case is ignored.
enum LinkText {
  /// The scalars, folded when asked.
  static func scalars(_ text: ExactString, folded: Bool) -> [Unicode.Scalar] {
    folded ? text.string.unicodeScalars.map(fold) : Array(text.string.unicodeScalars)
  }

  /// The lower-case form where it is one scalar; which folding Apple uses beyond ASCII is inferred.
  static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII {
      return ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
    }
    let mapping = scalar.properties.lowercaseMapping.unicodeScalars
    return mapping.count == 1 ? mapping.first ?? scalar : scalar
  }

  /// Percent-decodes a string; escapes without two hex digits stay, and so does the whole string if the bytes
  /// are not UTF-8 (inferred).
  static func decoded(_ text: ExactString) -> ExactString {
    guard text.utf8.contains(UInt8(ascii: "%")),
      let bytes = PercentEncoding.decode(text.utf8, plusIsSpace: false, malformed: .keep),
      DisplayText.firstInvalidByte(of: bytes) == nil
    else { return text }
    return ExactString(decoding: bytes)
  }
}
