import PolicyText

/// Go's `net/url` as far as the Admin SDK uses it: does a URL have a scheme and a host?
///
/// Source: Go, `net/url/url.go` (`parse`, `getScheme`, `parseAuthority`, `parseHost`).
enum GoURL {
  static func hasSchemeAndHost(_ text: ExactString) -> Bool {
    let whole = Array(text.utf8)
    guard !whole.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return false }
    var rest = whole.prefix { $0 != UInt8(ascii: "#") }
    let fragment = whole[rest.endIndex...]
    guard isEscapedRight(fragment), let colon = scheme(rest) else { return false }
    rest = rest[(colon + 1)...].prefix { $0 != UInt8(ascii: "?") }
    guard rest.starts(with: "//".utf8), !rest.starts(with: "///".utf8) else { return false }
    let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
    guard isEscapedRight(rest[authority.endIndex...]) else { return false }
    var host = authority
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
      guard isUserinfo(authority[..<at]) else { return false }
      host = authority[(at + 1)...]
    }
    return !host.isEmpty && isHost(host)
  }

  /// The index of the colon after a non-empty scheme.
  private static func scheme(_ bytes: ArraySlice<UInt8>) -> Int? {
    for (index, byte) in zip(bytes.indices, bytes) {
      switch byte {
      case 0x41...0x5A, 0x61...0x7A: continue
      case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        if index == bytes.startIndex { return nil }
      case UInt8(ascii: ":"): return index == bytes.startIndex ? nil : index
      default: return nil
      }
    }
    return nil
  }

  private static func isUserinfo(_ bytes: ArraySlice<UInt8>) -> Bool {
    let others = Array("-._:~!$&'()*+,;=%@".utf8)
    return isEscapedRight(bytes)
      && bytes.allSatisfy {
        (0x41...0x5A).contains($0 & 0xDF) || (0x30...0x39).contains($0) || others.contains($0)
      }
  }

  private static func isHost(_ host: ArraySlice<UInt8>) -> Bool {
    if host.first == UInt8(ascii: "[") {
      guard let end = host.lastIndex(of: UInt8(ascii: "]")) else { return false }
      return isPort(host[(end + 1)...])
    }
    if let colon = host.lastIndex(of: UInt8(ascii: ":")) {
      guard isPort(host[colon...]) else { return false }
    }
    // Of ASCII only what RFC 3986 lets stand in a host, and `"`, `<`, `>`, `[`, `]`.
    let others = Array("!$&'()*+,;=:[]<>\"-_.~%".utf8)
    var index = host.startIndex
    while index < host.endIndex {
      let byte = host[index]
      if byte == UInt8(ascii: "%") {
        // Escapes in a host stand for bytes outside of ASCII only.
        guard index + 2 < host.endIndex, let high = PercentEncoding.hexValue(host[index + 1]),
          PercentEncoding.hexValue(host[index + 2]) != nil, high >= 8
        else { return false }
      }
      guard
        byte >= 0x80 || (0x41...0x5A).contains(byte & 0xDF) || (0x30...0x39).contains(byte)
          || others.contains(byte)
      else { return false }
      index += 1
    }
    return true
  }

  /// Nothing, or a colon and digits.
  private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.isEmpty
      || (bytes.first == UInt8(ascii: ":")
        && bytes.dropFirst().allSatisfy { (0x30...0x39).contains($0) })
  }

  private static func isEscapedRight(_ bytes: ArraySlice<UInt8>) -> Bool {
    PercentEncoding.decode(bytes, plusIsSpace: false, malformed: .refuse) != nil
  }
}
