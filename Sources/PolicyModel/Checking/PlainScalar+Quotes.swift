extension PlainScalar {
  /// True for a text that may be written without quotes: every reader of YAML 1.1 and 1.2 in use takes it for
  /// this text, wherever it stands.
  ///
  /// More are quoted than the specifications demand: what starts with an indicator, and `?` between brackets,
  /// which PyYAML takes for a key. Only printable ASCII goes without.
  ///
  /// - Parameter inFlow: between brackets or braces, where more characters mean something.
  package static func standsAlone(_ text: ArraySlice<UInt8>, inFlow: Bool) -> Bool {
    guard let first = text.first, let last = text.last,
      !"-?:,[]{}#&*!|>'\"%@`=<~ ".utf8.contains(first), PlainScalar(text) == .string,
      // A dot before a letter starts no number and ends no document.
      first != UInt8(ascii: ".") || text.dropFirst().first.map(isLetter) == true,
      last != 0x20, last != UInt8(ascii: ":")
    else { return false }
    var previous: UInt8 = 0
    for byte in text {
      switch byte {
      case 0x00..<0x20, 0x7F...: return false
      case 0x20 where previous == UInt8(ascii: ":"): return false
      case UInt8(ascii: "#") where previous == 0x20: return false
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
        UInt8(ascii: "}"), UInt8(ascii: "?"):
        if inFlow { return false }
      default: break
      }
      previous = byte
    }
    return true
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
