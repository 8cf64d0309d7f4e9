package import PolicyText

package struct UriOutOfBand: URIRule {
  package static let info = RuleInfo(
    "uri-out-of-band", .uri, .error, aliases: ["uri-oob"],
    summary: "Disallow the out-of-band redirect URI",
    why:
      "`urn:ietf:wg:oauth:2.0:oob` shows the code to the user, who can be tricked into pasting "
      + "it elsewhere. Google shut it down in 2022.",
    examples: .init(
      .redirectURI, bad: "⟦urn:ietf:wg:oauth:2.0:oob⟧", good: "https://app.acme.example/callback"),
    references: ["Google: making Google OAuth interactions safer"],
    hides: ["uri-dangerous-scheme", "uri-control", "uri-not-absolute"],
    traits: .notAURI)
  package static let roles: URIRoles = .redirects
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard !uri.isWeb, uri.bytes.prefix(25).matches("urn:ietf:wg:oauth:2.0:oob") else { return nil }
    return URIProblem(
      nil, "Google no longer supports `urn:ietf:wg:oauth:2.0:oob`",
      help: "use a loopback URI, or an https URI that your app claims")
  }
}
