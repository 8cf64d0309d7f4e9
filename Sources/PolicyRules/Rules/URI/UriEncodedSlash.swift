package import PolicyText

/// `%2F` and `%5C` in a path.
package struct UriEncodedSlash: URIRule {
  package static let info = RuleInfo(
    "uri-encoded-slash", .uri, .warning, summary: "a path has no encoded slashes",
    why: "Proxies and servers differ in whether they decode `%2F` and `%5C` before they split the "
      + "path, so that one address leads to two pages.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/oauth⟦%2F⟧callback",
      good: "https://app.acme.example/oauth/callback"),
    references: ["RFC 3986 section 2.2"])
  package static let roles: URIRoles = .redirects
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.content.contains("%") else { return nil }
    let path = uri.path
    for place in path.indices where path[place] == UInt8(ascii: "%") {
      let code = path[(place + 1)...].prefix(2)
      guard code.matches("2f") || code.matches("5c") else { continue }
      let range = place..<(place + 3)
      return URIProblem(
        range, "\(uri.parts.text(range).quoted) in the path: decoded by some hops, not by others")
    }
    return nil
  }
}
