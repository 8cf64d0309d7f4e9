package import PolicyText

package struct UriEncodedNull: URIRule {
  package static let info = RuleInfo(
    "uri-encoded-null", .uri, .error, summary: "Disallow encoded NUL characters in URIs",
    why:
      "Google rejects `%00` and `%C0%80`. Other servers cut the string there, so a check and "
      + "the redirect can see different URIs.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/callback⟦%00⟧",
      good: "https://app.acme.example/callback"),
    references: ["Google: redirect URI validation rules"],
    hides: ["uri-bad-percent", "uri-encoded-overlong", "uri-encoded-control"])
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.contains("%") else { return nil }
    let bytes = uri.bytes
    for place in bytes.indices where bytes[place] == UInt8(ascii: "%") {
      let length =
        bytes[place...].prefix(3).matches("%00")
        ? 3 : bytes[place...].prefix(6).matches("%c0%80") ? 6 : 0
      guard length > 0 else { continue }
      let range = place..<(place + length)
      return URIProblem(
        range, "\(uri.parts.text(range).quoted) encodes NUL, and some servers cut the URI there",
        help: "remove \(uri.parts.text(range).quoted)")
    }
    return nil
  }
}
