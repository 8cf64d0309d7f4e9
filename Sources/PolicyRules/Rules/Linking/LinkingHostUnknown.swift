package import PolicyText

package struct LinkingHostUnknown: URIRule {
  package static let info = RuleInfo(
    "linking-host-unknown", .linking, .error, aliases: ["al-unknown-host"],
    summary: "Require Google's hosts for account-linking redirect URIs",
    why:
      "Google receives the code on `oauth-redirect.googleusercontent.com` and "
      + "`oauth-redirect-sandbox.googleusercontent.com`. Any other host hands the account to "
      + "someone else.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(prod: [
        "https://oauth-redirect.googleusercontent.com/r/acme",
        "https://⟦oauth-redirect.googleuserc0ntent.com⟧/a/com.google.OPA",
      ]),
      good: ExamplePolicy.linking()),
    references: ["Google: App Flip for iOS", "Google: Google Account Linking API"],
    hides: ["linking-path-malformed", "linking-bundle-unknown", "environment-counterpart-missing"],
    traits: .uriPart)
  package static let roles: URIRoles = .linking
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard !uri.isOnLinkingHost, uri.parts.scheme != nil else { return nil }
    let near = Nearest.name(
      to: uri.lowerHost.string,
      among: [GoogleLinking.prodHost.string, GoogleLinking.sandboxHost.string])
    return URIProblem(
      uri.parts.host.flatMap { $0.isEmpty ? nil : $0 },
      "\(uri.lowerHost.quoted) is not a Google account-linking host",
      help: near.map { "did you mean `\($0)`?" }
        ?? "move redirect URIs of other services to a client with `provider: generic`")
  }
}
