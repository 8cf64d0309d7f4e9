/// Base64 with the alphabet for URLs (RFC 4648 section 5), without padding.
package enum Base64URL {
  /// The bytes, or nil.
  ///
  /// Strict: no padding, no other alphabet, unused bits zero (RFC 4648 section 3.5), so that one value
  /// has one spelling.
  package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var output: [UInt8] = []
    var buffer = 0
    var bits = 0
    for byte in text {
      let value: Int
      switch byte {
      case 0x41...0x5A: value = Int(byte) - 0x41
      case 0x61...0x7A: value = Int(byte) - 0x61 + 26
      case 0x30...0x39: value = Int(byte) - 0x30 + 52
      case UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "_"): value = 63
      default: return nil
      }
      buffer = buffer << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        output.append(UInt8(buffer >> bits))
        buffer &= (1 << bits) - 1
      }
    }
    return bits < 6 && buffer == 0 ? output : nil
  }
}
