package import PolicyText

/// The out-of-band redirect that Google switched off.
package struct UriOutOfBand: URIRule {
  package static let info = RuleInfo(
    "uri-out-of-band", .uri, .error, aliases: ["uri-oob"],
    summary: "the out-of-band redirect is not used",
    why:
      "`urn:ietf:wg:oauth:2.0:oob` shows the code to the user, who can be talked into pasting it "
      + "elsewhere. Google switched it off in 2022.",
    examples: .init(
      .redirectURI, bad: "⟦urn:ietf:wg:oauth:2.0:oob⟧", good: "https://app.acme.example/callback"),
    references: ["Google: making Google OAuth interactions safer"])
  package static let roles: URIRoles = .redirects
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard !uri.isWeb, uri.bytes.prefix(25).matches("urn:ietf:wg:oauth:2.0:oob") else { return nil }
    return URIProblem(
      nil, "`urn:ietf:wg:oauth:2.0:oob` was switched off by Google",
      help: "use a loopback or a claimed https redirect URI")
  }
}
