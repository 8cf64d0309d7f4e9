package import PolicyText

package struct UriBadPercent: URIRule {
  package static let info = RuleInfo(
    "uri-bad-percent", .uri, .error, summary: "Require two hex digits after a percent sign",
    why: "Parsers treat a malformed escape differently. Some reject the URI, some keep it, and "
      + "some encode the percent sign again.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/100⟦%⟧/callback",
      good: "https://app.acme.example/100%25/callback"),
    references: ["RFC 3986 section 2.1", "Google: redirect URI validation rules"],
    hides: ["uri-bad-label"],
    traits: [.uriPart, .separable])
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.contains("%") else { return nil }
    let bytes = uri.bytes
    for place in bytes.indices where bytes[place] == UInt8(ascii: "%") {
      let digits = bytes[(place + 1)...].prefix(2)
      guard digits.count < 2 || digits.contains(where: { PercentEncoding.hexValue($0) == nil })
      else { continue }
      return URIProblem(
        place..<(place + 1), "`%` must be followed by two hex digits",
        help: "write `%25` for a literal percent sign")
    }
    return nil
  }
}
