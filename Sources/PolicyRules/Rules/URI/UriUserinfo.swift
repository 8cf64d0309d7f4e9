package import PolicyText

package struct UriUserinfo: URIRule {
  package static let info = RuleInfo(
    "uri-userinfo", .uri, .error, summary: "Disallow user names and passwords in redirect URIs",
    why: "In `https://bank.example@evil.example/` the host is `evil.example`. Readers and careless "
      + "parsers see the first name, but browsers go to the second.",
    examples: .init(
      .redirectURI, bad: "https://⟦app.acme.example@⟧evil.example/callback",
      good: "https://app.acme.example/callback"),
    references: ["RFC 3986 section 7.6", "Google: redirect URI validation rules"],
    hides: ["uri-not-owned"],
    traits: [.uriPart, .separable])
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard let userinfo = uri.parts.userinfo else { return nil }
    let range = userinfo.lowerBound..<(userinfo.upperBound + 1)
    return URIProblem(
      range, "\(uri.noun) must not have a user name; its host is \(uri.lowerHost.quoted)",
      help: "remove \(ExactString(decoding: uri.parts.bytes(range)).quoted)",
      label: "not the host")
  }
}
