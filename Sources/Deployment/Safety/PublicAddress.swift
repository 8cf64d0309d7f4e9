import PolicyModel
package import PolicyText

/// An address of the public network: the only kind that is asked, unless the command line says otherwise.
package enum PublicAddress {
  /// True for an address that the whole world reaches; false for everything else, also for what is no
  /// address.
  package static func isPublic(_ text: ExactString) -> Bool {
    if text.utf8.contains(UInt8(ascii: ":")) {
      return IPv6Address(browser: Array(text.utf8)).map(isPublic) ?? false
    }
    return IPv4Address(browser: Array(text.utf8)[...]).map { isPublic(v4: $0.value) } ?? false
  }

  /// Networks of IPv4 that are not global: RFC 6890 and what followed it.
  private static let closed: [(address: UInt32, bits: UInt32)] = [
    (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8),
    (0xA9FE_0000, 16), (0xAC10_0000, 12), (0xC000_0000, 24), (0xC000_0200, 24),
    (0xC058_6300, 24), (0xC0A8_0000, 16), (0xC612_0000, 15), (0xC633_6400, 24),
    (0xCB00_7100, 24), (0xE000_0000, 3),
  ]

  private static func isPublic(v4 address: UInt32) -> Bool {
    !closed.contains { address >> (32 - $0.bits) == $0.address >> (32 - $0.bits) }
  }

  private static func isPublic(_ address: IPv6Address) -> Bool {
    let pieces = address.pieces
    // `::`, `::1`, and IPv4 in the last bits of nothing else (RFC 4291 section 2.5.5.1).
    if pieces[..<6].allSatisfy({ $0 == 0 }) { return false }
    if pieces[0] & 0xFE00 == 0xFC00 || pieces[0] & 0xFFC0 == 0xFE80 { return false }
    if pieces[0] & 0xFF00 == 0xFF00 || (pieces[0] == 0x2001 && pieces[1] == 0x0DB8) { return false }
    // Addresses of IPv4 within: mapped, NAT64 (RFC 6052, 8215), 6to4, Teredo.
    if pieces[..<5].allSatisfy({ $0 == 0 }), pieces[5] == 0xFFFF {
      return isPublic(v4: last(pieces))
    }
    if pieces[0] == 0x64, pieces[1] == 0xFF9B {
      return pieces[2] == 0 && isPublic(v4: last(pieces))
    }
    if pieces[0] == 0x2002 { return isPublic(v4: UInt32(pieces[1]) << 16 | UInt32(pieces[2])) }
    return !(pieces[0] == 0x2001 && pieces[1] == 0)
  }

  private static func last(_ pieces: [UInt16]) -> UInt32 {
    UInt32(pieces[6]) << 16 | UInt32(pieces[7])
  }
}
