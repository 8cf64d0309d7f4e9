package import PolicyText

/// `:443` of https, `:80` of http.
package struct UriDefaultPort: URIRule {
  package static let info = RuleInfo(
    "uri-default-port", .uri, .warning, summary: "the default port is not written",
    why: "Browsers and libraries drop the default port. The form with it and the form without are "
      + "different addresses for a comparison of bytes.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example⟦:443⟧/callback",
      good: "https://app.acme.example/callback"),
    references: ["RFC 3986 section 6.2.3"], isFixable: true)
  package static let roles: URIRoles = [.redirects, .others, .corsOrigin, .nativeCORSOrigin]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard let port = uri.parts.port, uri.isWeb,
      uri.parts.bytes(port).matches(uri.isHTTPS ? "443" : "80"),
      // The port of a loopback URI of a native client does not count at all.
      !(uri.role == .native && uri.isHTTP && uri.isLoopback)
    else { return nil }
    let range = (port.lowerBound - 1)..<port.upperBound
    let shown = uri.parts.text(range).quoted
    return URIProblem(
      range, "\(shown) is the default port: the forms with and without it do not match each other",
      help: "drop \(shown)",
      // Of account linking the sender's bytes are known: Google documents them without a port.
      replacement: (uri.removing(range), "drop the port", uri.role == .linking))
  }
}
