import PolicyText

/// A certificate as people compare it at first sight: its first and last bytes.
enum ShortFingerprint {
  /// The text itself where it is short already.
  static func text(_ text: ExactString) -> ExactString {
    let bytes = Array(text.utf8)
    // Hex with colons is ASCII: nothing is cut in two.
    guard bytes.count > 24, bytes.allSatisfy({ $0 < 0x80 }) else { return text }
    return ExactString(
      String(decoding: bytes.prefix(11), as: UTF8.self) + "…"
        + String(decoding: bytes.suffix(5), as: UTF8.self))
  }
}
