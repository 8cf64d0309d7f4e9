package import PolicyText

/// Which bytes occur in a text: rules that look for a byte need not scan texts without it.
package struct ByteContent: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  /// True when there are bytes above 0x7F.
  package private(set) var hasNonASCII = false

  /// Looks at each byte once.
  package init(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes { insert(byte) }
  }

  /// The bytes of a text.
  package init(of text: ExactString) {
    var content = ByteContent([])
    _ = text.allBytes {
      content.insert($0)
      return true
    }
    self = content
  }

  private mutating func insert(_ byte: UInt8) {
    // Masked shifts need no check; of the three branches one is always taken.
    if byte >= 128 {
      hasNonASCII = true
    } else if byte >= 64 {
      high |= 1 &<< UInt64(byte & 63)
    } else {
      low |= 1 &<< UInt64(byte)
    }
  }

  /// The ASCII characters of a text.
  init(_ characters: StaticString) {
    self.init(of: ExactString(characters.description))
  }

  /// What ends a bare host: a scheme, a port, a path, a query, a fragment or user info begins here.
  static let hostDelimiters = ByteContent("/:?#@")

  /// The same, and the star of a wildcard.
  static let noHostName = ByteContent("/:?#@*")

  /// What RFC 3986 has no place for, but for the brackets of an IPv6 address. The backslash has its own rule.
  static let forbiddenInURI = ByteContent("\"<>[]^`{|}")

  /// What a host name may hold, of any kind.
  static let hostNames = ByteContent(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.")

  /// True when a byte occurs in both.
  func intersects(_ other: ByteContent) -> Bool {
    low & other.low != 0 || high & other.high != 0 || (hasNonASCII && other.hasNonASCII)
  }

  /// True when no byte occurs that does not occur in the other.
  func isSubset(of other: ByteContent) -> Bool {
    low & ~other.low == 0 && high & ~other.high == 0 && (!hasNonASCII || other.hasNonASCII)
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
