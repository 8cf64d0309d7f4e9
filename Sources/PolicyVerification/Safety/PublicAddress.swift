package import PolicyModel
package import PolicyText

/// Recognizes public IP addresses. `verify` connects only to these unless the command line allows
/// others.
package enum PublicAddress {
  /// Returns true for a public IP address; false for other addresses and strings.
  package static func isPublic(_ text: ExactString) -> Bool {
    let bytes = Array(text.utf8)
    if bytes.contains(UInt8(ascii: ":")) {
      return IPv6Address(browser: bytes).map { isPublic(v6: IPNetwork.bytes($0)) } ?? false
    }
    return IPv4Address(browser: bytes[...]).map { isPublic(v4: IPNetwork.bytes($0)) } ?? false
  }

  /// The IANA IPv4 special-purpose address registry, and multicast (RFC 1112).
  ///
  /// Includes ranges that are reachable but reserved for protocols.
  private static let specialV4 = networks([
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24",
    "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/4", "240.0.0.0/4",
  ])

  /// Global unicast (RFC 4291 section 2.4), the only range that IANA allocates to networks.
  private static let globalUnicast = networks(["2000::/3"])

  /// The rows of the IANA IPv6 special-purpose address registry within global unicast.
  private static let specialV6 = networks([
    // IETF protocols, with Teredo, ORCHID, benchmarking, and anycast to the nearest gateway.
    "2001::/23",
    // Documentation, 6to4, AS112, documentation.
    "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
  ])

  /// IPv4 through NAT64 (RFC 6052).
  private static let translated = networks(["64:ff9b::/96"])

  /// Interface identifiers of ISATAP (RFC 5214 section 6.1): IPv4 follows.
  private static let tunnels: [[UInt8]] = [[0, 0, 0x5E, 0xFE], [2, 0, 0x5E, 0xFE]]

  private static func networks(_ texts: [ExactString]) -> [IPNetwork] {
    texts.compactMap { IPNetwork($0) }
  }

  private static func isPublic(v4 address: [UInt8]) -> Bool {
    !specialV4.contains { $0.contains(address) }
  }

  private static func isPublic(v6 address: [UInt8]) -> Bool {
    let embedded = Array(address.suffix(4))
    if translated.contains(where: { $0.contains(address) }) { return isPublic(v4: embedded) }
    guard globalUnicast.contains(where: { $0.contains(address) }),
      !specialV6.contains(where: { $0.contains(address) })
    else { return false }
    return !tunnels.contains(Array(address[8..<12])) || isPublic(v4: embedded)
  }
}

/// A range of IP addresses with the same prefix.
package struct IPNetwork: Sendable {
  /// 4 bytes for IPv4, 16 for IPv6.
  private let start: [UInt8]
  private let bits: Int

  /// Parses `192.0.2.0/24` or `2001:db8::/32`; nil for other strings.
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

  /// Returns true if the network contains an address.
  package func contains(_ address: [UInt8]) -> Bool {
    let (whole, rest) = bits.quotientAndRemainder(dividingBy: 8)
    guard address.count == start.count, address[..<whole].elementsEqual(start[..<whole]) else {
      return false
    }
    return rest == 0 || (address[whole] ^ start[whole]) >> (8 - rest) == 0
  }

  package static func bytes(_ address: IPv4Address) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: address.value >> $0) }
  }

  package static func bytes(_ address: IPv6Address) -> [UInt8] {
    address.pieces.flatMap {
      [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
    }
  }
}
