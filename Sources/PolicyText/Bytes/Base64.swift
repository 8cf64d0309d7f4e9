/// Base64 with the alphabet for URLs (RFC 4648 section 5), without padding.
package enum Base64URL {
  package static func encode(_ bytes: some Sequence<UInt8>) -> ExactString {
    let padded = Base64.encode(bytes).utf8
    return ExactString(decoding: padded.filter { $0 != UInt8(ascii: "=") }.map(character))
  }

  /// The character of the URL alphabet for one of `Base64`.
  package static func character(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "+"): UInt8(ascii: "-")
    case UInt8(ascii: "/"): UInt8(ascii: "_")
    default: byte
    }
  }

  /// Decodes strictly: no padding, one alphabet, unused bits zero (RFC 4648 section 3.5). Each value has one encoding.
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

/// Base64 with the standard alphabet and padding (RFC 4648 section 4).
package enum Base64 {
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var output: [UInt8] = []
    var buffer = 0
    var bits = 0
    for byte in bytes {
      buffer = buffer << 8 | Int(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        output.append(alphabet[buffer >> bits & 0x3F])
      }
      buffer &= (1 << bits) - 1
    }
    if bits > 0 { output.append(alphabet[buffer << (6 - bits) & 0x3F]) }
    while output.count % 4 != 0 { output.append(UInt8(ascii: "=")) }
    return String(decoding: output, as: UTF8.self)
  }

  /// Decodes strictly: padding is required, and unused bits must be zero (RFC 4648 section 3.5).
  package static func decode(_ text: some BidirectionalCollection<UInt8>) -> [UInt8]? {
    let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard text.count % 4 == 0, padding <= 2,
      !text.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
    else { return nil }
    return Base64URL.decode(text.dropLast(padding).map(Base64URL.character))
  }
}
