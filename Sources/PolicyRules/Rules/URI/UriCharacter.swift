import PolicyText

struct UriCharacter: URIRule {
  static let info = RuleInfo(
    "uri-character", .uri, .error,
    summary: "Disallow characters that RFC 3986 excludes from URIs",
    why:
      "RFC 3986 doesn't allow `\"<>[]^{|}` or a backtick, except for the brackets around an "
      + "IPv6 address. Some senders encode these characters and some don't, so the URI that "
      + "arrives can differ from the registered one. They can also break out of HTML, headers or "
      + "shell commands that contain the URI.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/callback⟦|⟧old",
      good: "https://app.acme.example/callback%7Cold"),
    references: ["RFC 3986 section 2", "RFC 3986 appendix A"], isFixable: true,
    hides: [
      "uri-bad-label", "uri-idn", "uri-bad-port", "uri-public-suffix", "uri-not-owned",
      "linking-path-malformed", "linking-bundle-unknown",
    ],
    traits: .separable)
  static let roles: URIRoles = [.redirects, .others, .origin]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.intersects(.forbiddenInURI) else { return nil }
    let bytes = uri.bytes
    // The brackets around an IPv6 address are allowed; uri-bad-label checks the text between them.
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
      return ByteSet.forbiddenInURI.contains(Unicode.Scalar(bytes[place]))
    }
    for place in bytes.indices where isForbidden(place) {
      let character = Unicode.Scalar(bytes[place])
      let encoded = "%" + String(bytes[place], radix: 16, uppercase: true)
      // One fix encodes all of them; otherwise each would be the next finding.
      let rest = bytes[place...].indices.flatMap { other -> [UInt8] in
        isForbidden(other)
          ? Array(("%" + String(bytes[other], radix: 16, uppercase: true)).utf8) : [bytes[other]]
      }
      let isHost = uri.parts.authority.map { $0.contains(place) } ?? false
      return URIProblem(
        place..<(place + 1),
        "\(uri.noun) must not contain `\(character)` (RFC 3986), found at byte \(place)",
        help: isHost ? "write the host without `\(character)`" : "write `\(encoded)`",
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
