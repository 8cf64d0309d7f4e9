package import PolicyText

/// The SHA-256 of an Android signing certificate.
package struct Fingerprint: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Bytes of a SHA-256.
  package static let length = 32

  /// The result of reading a string.
  package enum Reading: Sendable, Equatable {
    /// 32 bytes.
    case fingerprint(Fingerprint)
    /// Another number of bytes in hex: 20 is SHA-1, 16 is MD5.
    case wrongLength(Int)
    /// Not hexadecimal bytes, or empty.
    case notHex
  }

  /// The bytes; always 32.
  package let bytes: [UInt8]

  /// Wraps the bytes of a hash; nil when they are not 32.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = bytes
  }

  /// Reads 32 bytes in hex of either case, with a colon between every two bytes or with none.
  package init?(_ text: ExactString) {
    guard case .fingerprint(let value) = Self.read(text) else { return nil }
    self = value
  }

  /// Reads a string; if it does not have 32 bytes, returns their number.
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

  /// Upper-case hex with colons, the only form that Android and Google read.
  package var text: String {
    bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined(separator: ":")
  }

  /// The canonical text.
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
