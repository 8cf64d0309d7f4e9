package import PolicyText

/// The set of bytes in a value; all bytes above 0x7F are one element.
package struct ByteSet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  package private(set) var hasNonASCII = false

  package init(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes { insert(byte) }
  }

  package init(of text: ExactString) {
    var set = ByteSet([])
    _ = text.allBytes {
      set.insert($0)
      return true
    }
    self = set
  }

  private init(_ characters: StaticString) {
    self.init(of: ExactString(characters.description))
  }

  private mutating func insert(_ byte: UInt8) {
    if byte >= 128 {
      hasNonASCII = true
    } else if byte >= 64 {
      high |= 1 &<< UInt64(byte & 63)
    } else {
      low |= 1 &<< UInt64(byte)
    }
  }

  /// The bytes that can follow a host in a URL.
  static let hostDelimiters = ByteSet("/:?#@")

  /// The host delimiters and the wildcard `*`.
  static let hostDelimitersAndWildcard = ByteSet("/:?#@*")

  /// The printable ASCII characters that RFC 3986 forbids, and brackets. The backslash has its own rule.
  static let forbiddenInURI = ByteSet("\"<>[]^`{|}")

  static let hostNames = ByteSet(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.")

  /// The first or last characters of parameters and regular expressions in paths.
  static let patternSyntax = ByteSet(":{<([\\^$.")

  static let templateBrackets = ByteSet("{(@#<")

  /// The first characters of variables in paths, without the colon, which every URI has.
  static let variableMarks = ByteSet("[$%")

  func intersects(_ other: ByteSet) -> Bool {
    low & other.low != 0 || high & other.high != 0 || (hasNonASCII && other.hasNonASCII)
  }

  func isSubset(of other: ByteSet) -> Bool {
    low & ~other.low == 0 && high & ~other.high == 0 && (!hasNonASCII || other.hasNonASCII)
  }

  mutating func formUnion(_ other: ByteSet) {
    low |= other.low
    high |= other.high
    hasNonASCII = hasNonASCII || other.hasNonASCII
  }

  /// Returns true if an ASCII character is in the set.
  package func contains(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 64
      ? low & (1 << UInt64(scalar.value)) != 0
      : scalar.value < 128 && high & (1 << UInt64(scalar.value - 64)) != 0
  }

  /// True if the set has a control character, a space or a byte above 0x7F.
  package var hasUnprintable: Bool {
    hasNonASCII || low & 0x1_FFFF_FFFF != 0 || high & (1 << 63) != 0
  }

  package var hasUpperCase: Bool { high & 0x07FF_FFFE != 0 }
}

extension ExactString {
  /// Returns true if one of some lower-case words occurs, ignoring ASCII case.
  func mentions(_ words: [String]) -> Bool {
    let text = Array(utf8)[...].lowercased[...]
    return words.contains { text.firstRange(ofBytes: $0) != nil }
  }
}

extension ArraySlice<UInt8> {
  /// The first occurrence of a short string.
  func firstRange(ofBytes text: String) -> Range<Int>? {
    let length = text.utf8.count
    guard let first = text.utf8.first, count >= length else { return nil }
    return (startIndex...(endIndex - length)).first { index in
      self[index] == first && self[index...].starts(with: text.utf8)
    }.map { $0..<($0 + length) }
  }

  /// Returns true if the bytes equal a lower-case name, ignoring ASCII case.
  func matches(_ name: String) -> Bool {
    guard count == name.utf8.count else { return false }
    var index = startIndex
    for byte in name.utf8 {
      guard ASCII.lowercased(self[index]) == byte else { return false }
      index += 1
    }
    return true
  }

  /// The bytes with ASCII letters in lower case.
  var lowercased: [UInt8] { map { ASCII.lowercased($0) } }

  var string: String { String(decoding: self, as: UTF8.self) }
}
