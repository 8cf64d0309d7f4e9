package import PolicyText

/// A percent sign without two hex digits.
package struct UriBadPercent: URIRule {
  package static let info = RuleInfo(
    "uri-bad-percent", .uri, .error, summary: "a percent sign is followed by two hex digits",
    why: "Parsers disagree about a malformed escape: some refuse the address, some keep it, some "
      + "encode it again and change every other part.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/100⟦%⟧/callback",
      good: "https://app.acme.example/100%25/callback"),
    references: ["RFC 3986 section 2.1", "Google: redirect URI validation rules"])
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.content.contains("%") else { return nil }
    let bytes = uri.bytes
    for place in bytes.indices where bytes[place] == UInt8(ascii: "%") {
      let digits = bytes[(place + 1)...].prefix(2)
      guard digits.count < 2 || digits.contains(where: { PercentEncoding.hexValue($0) == nil })
      else { continue }
      return URIProblem(
        place..<(place + 1), "`%` is not followed by two hex digits",
        help: "write `%25` for a percent sign")
    }
    return nil
  }
}
