package import PolicyText

/// `;` in a path.
package struct UriPathParameters: URIRule {
  package static let info = RuleInfo(
    "uri-path-parameters", .uri, .warning, aliases: ["uri-path-params"],
    summary: "a path has no `;`",
    why: "Servlet containers and Python's urlparse cut a segment at `;`. Filters before them see "
      + "another path than they do.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/callback⟦;⟧v=1",
      good: "https://app.acme.example/callback?v=1"),
    references: ["RFC 3986 section 3.3"])
  package static let roles: URIRoles = .redirects
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.content.contains(";"), let place = uri.path.firstIndex(of: UInt8(ascii: ";")) else {
      return nil
    }
    return URIProblem(
      place..<(place + 1), "`;` in the path: some parsers drop what follows it",
      help: "put parameters into the query")
  }
}
