package import PolicyText

package struct UriPathParameters: URIRule {
  package static let info = RuleInfo(
    "uri-path-parameters", .uri, .warning, aliases: ["uri-path-params"],
    summary: "Disallow `;` in paths",
    why: "Servlet containers and Python's urlparse cut a segment at `;`, so filters in front of "
      + "them see a different path.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/callback⟦;⟧v=1",
      good: "https://app.acme.example/callback?v=1"),
    references: ["RFC 3986 section 3.3"],
    traits: [.uriPart, .separable])
  package static let roles: URIRoles = .redirects
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.contains(";"), let place = uri.path.firstIndex(of: UInt8(ascii: ";")) else {
      return nil
    }
    return URIProblem(
      place..<(place + 1), "path contains `;`, and some parsers drop the rest of the segment",
      help: "move the parameter to the query")
  }
}
