package import PolicyText

/// The SHA-256 of an Android signing certificate.
package struct Fingerprint: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The length of a SHA-256 in bytes.
  package static let length = 32

  /// The result of parsing a string.
  package enum Reading: Sendable, Equatable {
    /// 32 bytes.
    case fingerprint(Fingerprint)
    /// Another number of hexadecimal bytes: SHA-1 has 20, MD5 has 16.
    case wrongLength(Int)
    /// Not hexadecimal bytes, or empty.
    case notHex
  }

  /// The 32 bytes.
  package let bytes: [UInt8]

  /// Returns nil if there aren't 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = bytes
  }

  /// Parses 32 bytes in hexadecimal of either case, with a colon between all bytes or with none.
  package init?(_ text: ExactString) {
    guard case .fingerprint(let value) = Self.read(text) else { return nil }
    self = value
  }

  /// Parses a string and, if it doesn't have 32 bytes, returns their number.
  package static func read(_ text: ExactString) -> Reading {
    var digits: [UInt8] = []
    let hasColons = text.utf8.contains(UInt8(ascii: ":"))
    for (index, byte) in text.utf8.enumerated() {
      if hasColons, index % 3 == 2 {
        guard byte == UInt8(ascii: ":") else { return .notHex }
      } else if let digit = PercentEncoding.hexValue(byte) {
        digits.append(digit)
      } else {
        return .notHex
      }
    }
    guard !digits.isEmpty, digits.count.isMultiple(of: 2), text.utf8.last != UInt8(ascii: ":")
    else { return .notHex }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    return Fingerprint(bytes: bytes).map(Reading.fingerprint) ?? .wrongLength(bytes.count)
  }

  /// In upper-case hexadecimal with colons, the only format that Android and Google accept.
  package var text: String {
    bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined(separator: ":")
  }

  package var description: String { text }

  /// Whether a string is a fingerprint in the format that Android compares.
  package static func isCanonical(_ text: ExactString) -> Bool {
    guard let value = Fingerprint(text) else { return false }
    return text == ExactString(value.text)
  }

  /// Byte order, which is also the order of the canonical strings.
  package static func < (left: Fingerprint, right: Fingerprint) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
