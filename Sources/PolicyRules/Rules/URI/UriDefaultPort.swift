package import PolicyText

package struct UriDefaultPort: URIRule {
  package static let info = RuleInfo(
    "uri-default-port", .uri, .warning, summary: "Disallow default ports in URIs",
    why: "Browsers and libraries drop the default port. Compared byte by byte, the URI with the "
      + "port differs from the URI without it.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example⟦:443⟧/callback",
      good: "https://app.acme.example/callback"),
    references: ["RFC 3986 section 6.2.3"], isFixable: true,
    traits: .uriPart)
  package static let roles: URIRoles = [.redirects, .others, .corsOrigin, .nativeCORSOrigin]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard let port = uri.parts.port, uri.isWeb,
      uri.parts.bytes(port).matches(uri.isHTTPS ? "443" : "80"),
      // Matching ignores the port of a native client's loopback URI.
      !(uri.role == .native && uri.isHTTP && uri.isLoopback)
    else { return nil }
    let range = (port.lowerBound - 1)..<port.upperBound
    let shown = uri.parts.text(range).quoted
    return URIProblem(
      range, "\(shown) is the default port, which clients drop, so exact matching fails",
      help: "remove \(shown)",
      // Safe for account linking: Google documents that it sends these URIs without a port.
      replacement: (uri.removing(range), "remove the port", uri.role == .linking))
  }
}
