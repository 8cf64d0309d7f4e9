package import PolicyText

package struct UriUpperHost: URIRule {
  package static let info = RuleInfo(
    "uri-upper-host", .uri, .warning, summary: "Require lowercase schemes and hosts",
    why: "Matching is byte by byte, and clients send hosts in lowercase. An uppercase entry never "
      + "matches, or matches only what an attacker types.",
    examples: .init(
      .redirectURI, bad: "https://⟦App.acme.example⟧/callback",
      good: "https://app.acme.example/callback"),
    references: ["RFC 3986 section 6.2.2.1"], isFixable: true,
    hides: ["uri-case-twin"],
    traits: [.uriPart, .separable])
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.hasUpperCase, uri.isWeb else { return nil }
    // native-scheme-case reports the schemes of native clients.
    return problem("host", uri.parts.host, in: uri)
      ?? (uri.isNative ? nil : problem("scheme", uri.parts.scheme, in: uri))
  }

  private func problem(_ name: String, _ range: Range<Int>?, in uri: LocatedURI) -> URIProblem? {
    guard let range, uri.parts.bytes(range).contains(where: { (0x41...0x5A).contains($0) }) else {
      return nil
    }
    return URIProblem(
      range,
      "\(name) must be lowercase, found \(uri.parts.text(range).quoted)",
      help: "write `\(DisplayText.visible(uri.parts.text(range).string.lowercased()))`",
      replacement: (
        uri.replacing(range, by: uri.parts.bytes(range).lowercased),
        "write the \(name) in lowercase", false
      ))
  }
}
