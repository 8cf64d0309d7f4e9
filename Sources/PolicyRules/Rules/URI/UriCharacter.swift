package import PolicyText

/// A visible ASCII character that no address can have.
package struct UriCharacter: URIRule {
  package static let info = RuleInfo(
    "uri-character", .uri, .error,
    summary: "an address has none of the characters `\"<>[]^{|}` and the backtick",
    why:
      "RFC 3986 has no place for them but the brackets of an IPv6 address. Some senders encode them, some "
      + "do not, so that what arrives is not what is registered; and where an address is printed into HTML, a "
      + "header or a shell they end what it stands in.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/callback⟦|⟧old",
      good: "https://app.acme.example/callback%7Cold"),
    references: ["RFC 3986 section 2", "RFC 3986 appendix A"], isFixable: true)
  package static let roles: URIRoles = [.redirects, .others, .origin]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.content.intersects(.forbiddenInURI) else { return nil }
    let bytes = uri.bytes
    // The brackets of an IP literal; what stands between them is judged as a host.
    let literal = uri.parts.host.map { host -> Range<Int> in
      let isLiteral =
        host.count > 2 && bytes[host.lowerBound] == UInt8(ascii: "[")
        && bytes[host.upperBound - 1] == UInt8(ascii: "]")
      return isLiteral ? host : 0..<0
    }
    func isForbidden(_ place: Int) -> Bool {
      let isBracket = bytes[place] == UInt8(ascii: "[") || bytes[place] == UInt8(ascii: "]")
      if isBracket, let literal, !literal.isEmpty,
        place == literal.lowerBound || place == literal.upperBound - 1
      {
        return false
      }
      return ByteContent.forbiddenInURI.contains(Unicode.Scalar(bytes[place]))
    }
    for place in bytes.indices where isForbidden(place) {
      let character = Unicode.Scalar(bytes[place])
      let encoded = "%" + String(bytes[place], radix: 16, uppercase: true)
      // One fix for all of them: each would be the next finding.
      let rest = bytes[place...].indices.flatMap { other -> [UInt8] in
        isForbidden(other)
          ? Array(("%" + String(bytes[other], radix: 16, uppercase: true)).utf8) : [bytes[other]]
      }
      let isHost = uri.parts.authority.map { $0.contains(place) } ?? false
      return URIProblem(
        place..<(place + 1),
        "`\(character)` at byte \(place): no address can have it (RFC 3986)",
        help: isHost ? "write the host as it is" : "write `\(encoded)` where it is meant",
        replacement: isHost
          ? nil
          : (
            uri.replacing(place..<bytes.endIndex, by: rest), "percent-encode it", false
          )
      )
    }
    return nil
  }
}
