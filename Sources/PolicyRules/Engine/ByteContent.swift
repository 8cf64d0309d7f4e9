/// Which bytes occur in a text: rules that look for a byte need not scan texts without it.
package struct ByteContent: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  /// True when there are bytes above 0x7F.
  package private(set) var hasNonASCII = false

  /// Looks at each byte once.
  package init(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      if byte < 64 {
        low |= 1 << UInt64(byte)
      } else if byte < 128 {
        high |= 1 << UInt64(byte - 64)
      } else {
        hasNonASCII = true
      }
    }
  }

  /// The ASCII characters of a text.
  init(_ characters: StaticString) {
    self.init([])
    for scalar in characters.description.unicodeScalars { insert(scalar) }
  }

  private mutating func insert(_ scalar: Unicode.Scalar) {
    if scalar.value < 64 {
      low |= 1 << UInt64(scalar.value)
    } else {
      high |= 1 << UInt64(scalar.value - 64)
    }
  }

  /// Bytes above 0x7F.
  static let nonASCII: ByteContent = {
    var content = ByteContent([])
    content.hasNonASCII = true
    return content
  }()

  /// Controls, the space, DEL, and bytes above 0x7F.
  static let unprintable: ByteContent = {
    var content = nonASCII
    content.low = 0x1_FFFF_FFFF
    content.high = 1 << 63
    return content
  }()

  /// True when a byte occurs in both.
  func intersects(_ other: ByteContent) -> Bool {
    low & other.low != 0 || high & other.high != 0 || (hasNonASCII && other.hasNonASCII)
  }

  /// Adds the bytes of another text.
  mutating func formUnion(_ other: ByteContent) {
    low |= other.low
    high |= other.high
    hasNonASCII = hasNonASCII || other.hasNonASCII
  }

  /// True when an ASCII character occurs.
  package func contains(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 64
      ? low & (1 << UInt64(scalar.value)) != 0
      : scalar.value < 128 && high & (1 << UInt64(scalar.value - 64)) != 0
  }

  /// True when a control character, a space or a byte above 0x7F occurs.
  package var hasUnprintable: Bool {
    hasNonASCII || low & 0x1_FFFF_FFFF != 0 || high & (1 << 63) != 0
  }

  /// True when `A` to `Z` occur.
  package var hasUpperCase: Bool { high & 0x07FF_FFFE != 0 }
}
