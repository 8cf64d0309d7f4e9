package import PolicyText

package struct UriEncodedUnreserved: URIRule {
  package static let info = RuleInfo(
    "uri-encoded-unreserved", .uri, .warning,
    summary: "Disallow percent-encoding of unreserved characters",
    why:
      "Senders write these characters as they are, and proxies that normalize URIs decode them. "
      + "The encoded entry never matches.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/⟦%63⟧allback",
      good: "https://app.acme.example/callback"),
    references: ["RFC 3986 section 6.2.2.2"], isFixable: true,
    traits: [.uriPart, .separable])
  package static let roles: URIRoles = .redirects
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.contains("%") else { return nil }
    let bytes = uri.bytes
    for place in uri.parts.pathAndQuery where bytes[place] == UInt8(ascii: "%") {
      guard place + 2 < bytes.endIndex, let high = PercentEncoding.hexValue(bytes[place + 1]),
        let low = PercentEncoding.hexValue(bytes[place + 2]),
        PercentEncoding.isUnreserved(high << 4 | low)
      else { continue }
      let range = place..<(place + 3)
      let plain = Unicode.Scalar(high << 4 | low)
      return URIProblem(
        range,
        "\(uri.parts.text(range).quoted) encodes `\(plain)`, which clients send unencoded",
        help: "write `\(plain)`",
        replacement: (uri.replacing(range, by: [high << 4 | low]), "write `\(plain)`", false))
    }
    return nil
  }
}
