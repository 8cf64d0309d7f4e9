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
