package import PolicyText

package struct UriPathMissing: URIRule {
  package static let info = RuleInfo(
    "uri-path-missing", .uri, .warning, aliases: ["uri-no-path"],
    summary: "Require a path in redirect URIs",
    why: "Browsers and URL libraries add `/` to a URL without a path. Matching is exact, so the "
      + "URI that arrives differs from the registered one.",
    examples: .init(
      .redirectURI, bad: "⟦https://app.acme.example⟧", good: "https://app.acme.example/callback"),
    references: ["RFC 9700 section 4.1.3", "WHATWG URL"],
    traits: .uriPart)
  package static let roles: URIRoles = [
    .web, .native, .google, .universalLink, .postLogout, .nativePostLogout,
  ]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.isWeb, !uri.host.isEmpty, uri.parts.path.isEmpty else { return nil }
    return URIProblem(
      nil, "\(uri.text.quoted) has no path; browsers add `/`, so exact matching fails",
      help: "write the path that the client sends, such as `/callback`")
  }
}
