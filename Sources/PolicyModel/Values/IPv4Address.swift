import PolicyText

/// An IPv4 address, parsed like browsers do (WHATWG URL, "IPv4 parser").
///
/// Browsers, curl and `inet_aton` read `0x7f.1`, `2130706433` and `0177.0.0.1` as 127.0.0.1, but
/// filters that look for four decimal numbers don't. That is why such hosts are dangerous.
package struct IPv4Address: Sendable, Hashable {
  /// The 32 bits, with the first byte as the highest.
  package let value: UInt32

  /// Parses one to four numbers, each decimal, octal (`0…`) or hexadecimal (`0x…`). The last number
  /// fills the remaining bytes. Nil for other strings.
  package init?(browser bytes: ArraySlice<UInt8>) {
    // Anything else is a name.
    guard let first = bytes.first, first.isDigit else { return nil }
    var parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    guard parts.count <= 4 else { return nil }
    var value: UInt64 = 0
    for (index, part) in parts.enumerated() {
      guard let number = Self.number(part) else { return nil }
      if index < parts.count - 1 {
        guard number <= 255 else { return nil }
        value |= number << UInt64(8 * (3 - index))
      } else {
        guard number < 1 << UInt64(8 * (4 - index)) else { return nil }
        value |= number
      }
    }
    self.value = UInt32(truncatingIfNeeded: value)
  }

  /// Returns true if browsers treat a host as an IPv4 address or reject it: its last label is a
  /// number ("ends in a number checker").
  package static func endsInNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    // Ignore a trailing dot.
    let name = bytes.count > 1 && bytes.last == UInt8(ascii: ".") ? bytes.dropLast() : bytes
    let last = name[(name.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? name.startIndex)...]
    guard let first = last.first, first.isDigit else { return false }
    return last.allSatisfy(\.isDigit) || number(last) != nil
  }

  /// The value of a number, limited to a value above all addresses; nil if it isn't a number.
  private static func number(_ part: ArraySlice<UInt8>) -> UInt64? {
    guard let first = part.first else { return nil }
    var digits = part
    var radix: UInt64 = 10
    if first == UInt8(ascii: "0"), part.count > 1 {
      digits = digits.dropFirst()
      radix = 8
      if let mark = digits.first, mark | 0x20 == UInt8(ascii: "x") {
        digits = digits.dropFirst()
        radix = 16
      }
    }
    var value: UInt64 = 0
    for digit in digits {
      guard let digit = PercentEncoding.hexValue(digit), UInt64(digit) < radix else { return nil }
      value = min(value * radix + UInt64(digit), 1 << 40)
    }
    return value
  }

  /// In dotted-decimal notation.
  package var text: String {
    [24, 16, 8, 0].map { String((value >> UInt32($0)) & 0xFF) }.joined(separator: ".")
  }

  /// 127.0.0.0/8 (RFC 1122 section 3.2.1.3).
  package var isLoopback: Bool { value >> 24 == 127 }
}
