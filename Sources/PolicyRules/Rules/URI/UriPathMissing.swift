package import PolicyText

/// An http(s) address that ends with its host.
package struct UriPathMissing: URIRule {
  package static let info = RuleInfo(
    "uri-path-missing", .uri, .warning, aliases: ["uri-no-path"],
    summary: "a redirect URI has a path",
    why: "Browsers and URL libraries add `/` to an address without path. The allowlist compares "
      + "bytes, so the address that arrives is another one.",
    examples: .init(
      .redirectURI, bad: "⟦https://app.acme.example⟧", good: "https://app.acme.example/callback"),
    references: ["RFC 9700 section 4.1.3", "WHATWG URL"])
  package static let roles: URIRoles = [
    .web, .native, .google, .universalLink, .postLogout, .nativePostLogout,
  ]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.isWeb, !uri.host.isEmpty, uri.parts.path.isEmpty else { return nil }
    return URIProblem(
      nil, "\(uri.text.quoted) has no path: browsers add `/`, exact matching then fails",
      help: "write the path that the client sends")
  }
}
