package import PolicyText

package struct UriPlaceholder: URIRule {
  package static let info = RuleInfo(
    "uri-placeholder", .uri, .error, summary: "Disallow placeholders in URIs",
    why: "A placeholder never matches what a client sends, so sign-in fails. Anyone who can "
      + "register that name receives the authorization codes.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/⟦YOUR_PROJECT_ID⟧/callback",
      good: "https://app.acme.example/acme-home/callback"),
    hides: [
      "uri-out-of-band", "uri-dangerous-scheme", "uri-control", "uri-not-absolute",
      "documentation-example", "linking-bundle-unknown", "linking-project-mismatch",
      "uri-character", "continue-url-characters", "continue-url-host-unauthorized",
    ],
    traits: [.notAURI, .affectsOwnBytes])
  package static let roles: URIRoles = [.redirects, .others, .origins, .continueURL]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard let range = Placeholder.find(in: uri.bytes, content: uri.content) else { return nil }
    return URIProblem(
      range,
      "\(uri.noun) contains the placeholder "
        + "\(ExactString(decoding: uri.parts.bytes(range)).quoted)",
      help: "replace it with the real value; write `{ prod: …, sandbox: … }` for two values")
  }
}
