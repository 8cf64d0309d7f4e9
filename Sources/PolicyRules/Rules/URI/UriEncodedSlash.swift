package import PolicyText

package struct UriEncodedSlash: URIRule {
  package static let info = RuleInfo(
    "uri-encoded-slash", .uri, .warning, summary: "Disallow encoded slashes in paths",
    why: "Some proxies and servers decode `%2F` and `%5C` before they split the path, and some "
      + "don't. One URI can then lead to two different pages.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/oauth⟦%2F⟧callback",
      good: "https://app.acme.example/oauth/callback"),
    references: ["RFC 3986 section 2.2"],
    traits: [.uriPart, .separable])
  package static let roles: URIRoles = .redirects
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.contains("%") else { return nil }
    let path = uri.path
    for place in path.indices where path[place] == UInt8(ascii: "%") {
      let code = path[(place + 1)...].prefix(2)
      guard code.matches("2f") || code.matches("5c") else { continue }
      let range = place..<(place + 3)
      return URIProblem(
        range,
        "path contains \(uri.parts.text(range).quoted), which some proxies decode and some don't",
        help: "use `/`, or a path without an encoded slash")
    }
    return nil
  }
}
