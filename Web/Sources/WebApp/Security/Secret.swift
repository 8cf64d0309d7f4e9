/// 128 random bits as a string for URLs and headers.
package struct Secret: Sendable {
  /// 32 hex digits.
  package let text: String

  /// A new one, from the system's source of randomness.
  package init() {
    var source = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef")
    text = String((0..<32).map { _ in digits[Int(source.next(upperBound: UInt8(16)))] })
  }

  /// Compares a string with the secret in constant time.
  package func isEqual(_ other: some Sequence<UInt8>) -> Bool {
    let other = Array(other)
    let own = Array(text.utf8)
    var difference: UInt8 = other.count == own.count ? 0 : 1
    for (index, byte) in own.enumerated() {
      difference |= byte ^ (other.isEmpty ? 0 : other[index % other.count])
    }
    return difference == 0
  }
}
