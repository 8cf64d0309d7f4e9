package import PolicyText

/// `#…` in an address.
package struct UriFragment: URIRule {
  package static let info = RuleInfo(
    "uri-fragment", .uri, .error, summary: "a redirect URI has no fragment",
    why:
      "The authorization response is appended to the redirect URI. Behind a `#` it never reaches "
      + "the server, and an empty `#` is enough.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/oauth/callback⟦#done⟧",
      good: "https://app.acme.example/oauth/callback"),
    references: ["RFC 6749 section 3.1.2", "Google: redirect URI validation rules"],
    isFixable: true)
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard let fragment = uri.parts.fragment else { return nil }
    let range = (fragment.lowerBound - 1)..<fragment.upperBound
    let shown = ExactString(decoding: uri.parts.bytes(range)).quoted
    return URIProblem(
      range, "\(uri.noun) must not have a fragment", help: "remove \(shown)",
      label: fragment.isEmpty ? "an empty fragment counts too" : nil,
      replacement: (uri.removing(range), "remove the fragment", false))
  }
}
