package import PolicyText

/// Text of a template that nobody replaced.
package struct UriPlaceholder: URIRule {
  package static let info = RuleInfo(
    "uri-placeholder", .uri, .error, summary: "an address holds no placeholder",
    why: "A placeholder never matches what a client sends, so nobody can sign in; and whoever can "
      + "register that name gets the codes.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/⟦YOUR_PROJECT_ID⟧/callback",
      good: "https://app.acme.example/acme-home/callback"))
  package static let roles: URIRoles = [.redirects, .others, .origins, .continueURL]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard let range = Placeholder.find(in: uri.bytes, content: uri.content) else { return nil }
    return URIProblem(
      range, "\(ExactString(decoding: uri.parts.bytes(range)).quoted) is still a placeholder",
      help: "write the real value; per-environment values need no template")
  }
}
