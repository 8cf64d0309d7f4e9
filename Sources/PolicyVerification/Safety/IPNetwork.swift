package import PolicyModel
package import PolicyText

/// IP addresses that start with the same bits.
package struct IPNetwork: Sendable {
  /// 4 bytes for IPv4, 16 for IPv6.
  private let start: [UInt8]
  private let bits: Int

  /// Reads `192.0.2.0/24` or `2001:db8::/32`; nil for other text.
  package init?(_ text: ExactString) {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let address = Array(parts[0])
    if let address = IPv6Address(browser: address) {
      start = Self.bytes(address)
    } else if let address = IPv4Address(browser: address[...]) {
      start = Self.bytes(address)
    } else {
      return nil
    }
    guard let bits = WholeNumber.read(parts[1], atMost: .max), bits <= 8 * start.count else {
      return nil
    }
    self.bits = bits
  }

  /// True for an address of the same family that starts with the bits of the network.
  package func contains(_ address: [UInt8]) -> Bool {
    let (whole, rest) = bits.quotientAndRemainder(dividingBy: 8)
    guard address.count == start.count, address[..<whole].elementsEqual(start[..<whole]) else {
      return false
    }
    return rest == 0 || (address[whole] ^ start[whole]) >> (8 - rest) == 0
  }

  /// The 4 bytes of an address.
  package static func bytes(_ address: IPv4Address) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: address.value >> $0) }
  }

  /// The 16 bytes of an address.
  package static func bytes(_ address: IPv6Address) -> [UInt8] {
    address.pieces.flatMap {
      [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
    }
  }
}
