import PolicyText

/// The host of an http(s) URL as browsers parse it (WHATWG URL, "host parser").
///
/// Doesn't contain the mapping tables of IDNA (UTS 46). Of non-ASCII characters, it only maps
/// full-width forms, ideographic full stops, ignored characters and simple lower case. It doesn't
/// normalize or validate labels.
package enum BrowserHost: Sendable, Hashable {
  /// In ASCII and lower case, with internationalized labels in Punycode.
  case domain([UInt8])
  case ipv4(IPv4Address)
  case ipv6(IPv6Address)

  /// Returns nil if browsers reject the host.
  package init?(_ bytes: some Collection<UInt8>) {
    if bytes.first == UInt8(ascii: "[") {
      let inner = Array(bytes.dropFirst())
      guard inner.last == UInt8(ascii: "]"), let address = IPv6Address(browser: inner.dropLast())
      else { return nil }
      self = .ipv6(address)
      return
    }
    guard
      let decoded = PercentEncoding.decode(bytes, plusIsSpace: false, malformed: .keep),
      let domain = Self.ascii(decoded), !domain.isEmpty,
      !domain.contains(where: Self.isForbiddenInDomain)
    else { return nil }
    if IPv4Address.endsInNumber(domain[...]) {
      guard let address = IPv4Address(browser: domain[...]) else { return nil }
      self = .ipv4(address)
    } else {
      self = .domain(domain)
    }
  }

  /// The host in a URL.
  package var text: String {
    switch self {
    case .domain(let bytes): String(decoding: bytes, as: UTF8.self)
    case .ipv4(let address): address.text
    case .ipv6(let address): "[\(address.text)]"
    }
  }

  /// The domain in ASCII; nil if a label can't be encoded.
  private static func ascii(_ decoded: [UInt8]) -> [UInt8]? {
    if decoded.allSatisfy({ $0 < 0x80 }) {
      return decoded.map { ASCII.lowercased($0) }
    }
    var mapped: [Unicode.Scalar] = []
    for scalar in String(decoding: decoded, as: UTF8.self).unicodeScalars {
      guard scalar != "\u{FFFD}" else { return nil }
      map(scalar, to: &mapped)
    }
    var output: [UInt8] = []
    for (index, label) in mapped.split(separator: ".", omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 { output.append(UInt8(ascii: ".")) }
      if label.allSatisfy(\.isASCII) {
        output += label.map { UInt8(truncatingIfNeeded: $0.value) }
      } else {
        guard let encoded = Punycode.encode(Array(label)) else { return nil }
        output += Array("xn--".utf8) + encoded
      }
    }
    return output
  }

  private static func map(_ scalar: Unicode.Scalar, to output: inout [Unicode.Scalar]) {
    switch scalar.value {
    case 0xAD, 0x200B, 0x2060, 0x2064, 0xFEFF, 0x180B...0x180D, 0xFE00...0xFE0F: break
    case 0x3002, 0xFF0E, 0xFF61: output.append(".")
    case 0xFF01...0xFF5E:
      map(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar, to: &output)
    default: output += scalar.properties.lowercaseMapping.unicodeScalars
    }
  }

  /// WHATWG "forbidden host code point".
  static func isForbidden(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00, 0x09, 0x0A, 0x0D, 0x20: return true
    case UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "["),
      UInt8(ascii: "\\"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "|"):
      return true
    default: return false
    }
  }

  /// WHATWG "forbidden domain code point".
  static func isForbiddenInDomain(_ byte: UInt8) -> Bool {
    isForbidden(byte) || byte < 0x20 || byte == UInt8(ascii: "%") || byte == 0x7F
  }
}
