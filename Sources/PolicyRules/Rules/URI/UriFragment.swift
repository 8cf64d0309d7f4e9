package import PolicyText

package struct UriFragment: URIRule {
  package static let info = RuleInfo(
    "uri-fragment", .uri, .error, summary: "Disallow fragments in redirect URIs",
    why:
      "The server appends the authorization response to the redirect URI. After a `#`, even an "
      + "empty one, browsers keep it to themselves and it never reaches the server.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/oauth/callback⟦#done⟧",
      good: "https://app.acme.example/oauth/callback"),
    references: ["RFC 6749 section 3.1.2", "Google: redirect URI validation rules"],
    isFixable: true,
    hides: ["linking-path-malformed"],
    traits: [.uriPart, .separable])
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard let fragment = uri.parts.fragment else { return nil }
    let range = (fragment.lowerBound - 1)..<fragment.upperBound
    let shown = ExactString(decoding: uri.parts.bytes(range)).quoted
    return URIProblem(
      range, "\(uri.noun) must not have a fragment", help: "remove \(shown)",
      label: fragment.isEmpty ? "an empty fragment is not allowed either" : nil,
      replacement: (uri.removing(range), "remove the fragment", false))
  }
}
