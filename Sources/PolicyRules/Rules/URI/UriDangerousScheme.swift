package import PolicyText

/// Schemes that run script or read files.
package struct UriDangerousScheme: URIRule {
  package static let info = RuleInfo(
    "uri-dangerous-scheme", .uri, .error,
    summary: "a redirect URI has no scheme that runs script or reads files",
    why:
      "A server that redirects to `javascript:` or `data:` runs whatever follows, with the rights "
      + "of the page that sent the user there.",
    examples: .init(
      .redirectURI, bad: "⟦javascript⟧:alert(1)", good: "https://app.acme.example/callback"),
    references: ["RFC 9700 section 4.1"])
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  private static let schemes = [
    "javascript", "data", "vbscript", "blob", "file", "about", "filesystem", "view-source",
  ]

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard !uri.isWeb, let scheme = uri.parts.scheme,
      Self.schemes.contains(where: { uri.parts.bytes(scheme).matches($0) })
    else { return nil }
    return URIProblem(
      scheme, "scheme \(uri.parts.text(scheme).quoted) can run script or read files",
      help: "use https")
  }
}
