import PolicyText

/// URLs that a browser leaves as they are, told by one look at each byte: most registered ones, and most
/// that are compared with them.
enum NormalizedURL {
  /// True only for `http` and `https` URLs with a host of plain lower-case labels, no port that is the
  /// default, and a path without dot segments, escapes or characters that are written otherwise.
  ///
  /// False says nothing: the URL is to be read in full.
  static func isNormalized(_ text: ExactString) -> Bool {
    let isSecure = text.hasPrefix("https://")
    guard isSecure || text.hasPrefix("http://") else { return false }
    let bytes = Array(text.utf8)
    guard let hostEnd = hostEnd(of: bytes, from: isSecure ? 8 : 7),
      let portEnd = portEnd(of: bytes, from: hostEnd, default: isSecure ? 443 : 80)
    else { return false }
    let mark = bytes.offset(of: UInt8(ascii: "?"), from: portEnd) ?? bytes.count
    return isPath(bytes[portEnd..<mark]) && bytes[mark...].allSatisfy(isInQuery)
  }

  /// The end of plain labels before a port or a path.
  private static func hostEnd(of bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    var isLabelStart = true
    // The last label decides whether a host is a number (an IPv4 address in disguise).
    var startsWithLetter = false
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x61...0x7A, 0x30...0x39:
        if isLabelStart { startsWithLetter = byte >= 0x61 }
        isLabelStart = false
      // Two hyphens may be Punycode.
      case UInt8(ascii: "-"):
        guard !isLabelStart, bytes[index - 1] != byte else { return nil }
      case UInt8(ascii: "."):
        guard !isLabelStart else { return nil }
        isLabelStart = true
      case UInt8(ascii: ":"), UInt8(ascii: "/"):
        return startsWithLetter && !isLabelStart ? index : nil
      default: return nil
      }
      index += 1
    }
    return nil
  }

  /// Where the path starts, behind a port that stands in no other form.
  private static func portEnd(of bytes: [UInt8], from colon: Int, default: Int) -> Int? {
    guard bytes[colon] == UInt8(ascii: ":") else { return colon }
    var port = 0
    for index in (colon + 1)..<bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "/") {
        return port > 0 && port <= 65_535 && port != `default` ? index : nil
      }
      guard (0x30...0x39).contains(byte), port < 10_000, port > 0 || byte != 0x30 else {
        return nil
      }
      port = port * 10 + Int(byte - 0x30)
    }
    return nil
  }

  /// True for segments that neither start with a dot nor hold what is encoded.
  private static func isPath(_ bytes: ArraySlice<UInt8>) -> Bool {
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == UInt8(ascii: ".") {
        guard previous != UInt8(ascii: "/") else { return false }
      } else if byte != UInt8(ascii: "/") {
        guard PercentEncoding.isUnreserved(byte) else { return false }
      }
      previous = byte
    }
    return true
  }

  /// True for all but what is encoded in a query, and what starts a fragment.
  private static func isInQuery(_ byte: UInt8) -> Bool {
    switch byte {
    case ...0x20, 0x22, 0x23, 0x27, 0x3C, 0x3E, 0x7F...: false
    default: true
    }
  }
}
