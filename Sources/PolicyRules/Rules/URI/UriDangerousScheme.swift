package import PolicyText

package struct UriDangerousScheme: URIRule {
  package static let info = RuleInfo(
    "uri-dangerous-scheme", .uri, .error,
    summary: "Disallow schemes that run scripts or read files",
    why:
      "A server that redirects to `javascript:` or `data:` runs what follows with the rights of "
      + "the page that sent the user there.",
    examples: .init(
      .redirectURI, bad: "⟦javascript⟧:alert(1)", good: "https://app.acme.example/callback"),
    references: ["RFC 9700 section 4.1"],
    hides: ["uri-control", "uri-not-absolute", "origin-scheme"],
    traits: .notAURI)
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  private static let schemes = [
    "javascript", "data", "vbscript", "blob", "file", "about", "filesystem", "view-source",
  ]

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard !uri.isWeb, let scheme = uri.parts.scheme,
      Self.schemes.contains(where: { uri.parts.bytes(scheme).matches($0) })
    else { return nil }
    return URIProblem(
      scheme, "scheme \(uri.parts.text(scheme).quoted) can run scripts or read files",
      help: "use an `https` URI")
  }
}
