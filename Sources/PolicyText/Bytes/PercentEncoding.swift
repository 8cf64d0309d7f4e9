/// Percent-encoding by RFC 3986 section 2, on bytes.
package enum PercentEncoding {
  /// The value of a hex digit, or nil.
  @inlinable
  package static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// True for `A-Z a-z 0-9 - . _ ~` (RFC 3986 section 2.3).
  @inlinable
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }

  /// Appends `text`, with every byte that isn't unreserved as `%HH` in upper case.
  ///
  /// Form decoders and plain percent-decoders decode the result the same way.
  package static func append(_ text: String, to output: inout String) {
    // Most values need no encoding.
    if ExactString(text).allBytes(satisfy: isUnreserved) {
      output += text
      return
    }
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * text.utf8.count)
    for byte in text.utf8 {
      if isUnreserved(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    output += String(decoding: bytes, as: UTF8.self)
  }

  /// The percent-encoded string.
  package static func encode(_ text: String) -> String {
    var output = ""
    append(text, to: &output)
    return output
  }

  /// How to handle a `%` that isn't followed by two hex digits.
  package enum MalformedEscapes: Sendable {
    /// Fail.
    case refuse
    /// Leave the percent sign as it is (what Apple's matcher does).
    case keep
    /// Replace the percent sign with U+FFFD (what Android does).
    case replace
  }

  /// The decoded bytes; nil if an escape is malformed and refused.
  ///
  /// - Parameter plusIsSpace: whether to decode `+` as a space, as in
  ///   `application/x-www-form-urlencoded`.
  package static func decode(
    _ bytes: some Sequence<UInt8>, plusIsSpace: Bool, malformed: MalformedEscapes
  ) -> [UInt8]? {
    decode(Array(bytes), plusIsSpace: plusIsSpace, malformed: malformed)
  }

  /// The same for an array.
  package static func decode(
    _ input: [UInt8], plusIsSpace: Bool, malformed: MalformedEscapes
  ) -> [UInt8]? {
    guard plusIsSpace || input.offset(of: UInt8(ascii: "%")) != nil else { return input }
    var output: [UInt8] = []
    output.reserveCapacity(input.count)
    var index = 0
    while index < input.count {
      let byte = input[index]
      if byte == UInt8(ascii: "%") {
        if index + 2 < input.count, let high = hexValue(input[index + 1]),
          let low = hexValue(input[index + 2])
        {
          output.append(high << 4 | low)
          index += 3
          continue
        }
        if case .refuse = malformed { return nil }
      }
      if byte == UInt8(ascii: "%"), case .replace = malformed {
        output += "\u{FFFD}".utf8
      } else {
        output.append(byte == UInt8(ascii: "+") && plusIsSpace ? 0x20 : byte)
      }
      index += 1
    }
    return output
  }
}
