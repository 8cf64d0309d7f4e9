package import PolicyText

/// A linking URI that is not on Google's hosts.
package struct LinkingHostUnknown: URIRule {
  package static let info = RuleInfo(
    "linking-host-unknown", .linking, .error, aliases: ["al-unknown-host"],
    summary: "account-linking redirect URIs are on Google's two hosts",
    why:
      "Google receives the code on oauth-redirect.googleusercontent.com and its sandbox. Any other "
      + "host hands the account to somebody else.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(prod: [
        "https://oauth-redirect.googleusercontent.com/r/acme",
        "https://⟦oauth-redirect.googleuserc0ntent.com⟧/a/com.google.OPA",
      ]),
      good: ExamplePolicy.linking()),
    references: ["Google: App Flip for iOS", "Google: Google Account Linking API"])
  package static let roles: URIRoles = .linking
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard !uri.isOnLinkingHost, uri.parts.scheme != nil else { return nil }
    let near = Nearest.name(
      to: uri.lowerHost.string,
      among: [GoogleLinking.prodHost.string, GoogleLinking.sandboxHost.string])
    return URIProblem(
      uri.parts.host.flatMap { $0.isEmpty ? nil : $0 },
      "host \(uri.lowerHost.quoted) is none of Google's account-linking hosts, "
        + "`oauth-redirect.googleusercontent.com` and `oauth-redirect-sandbox.googleusercontent.com`",
      help: near.map { "a similar host exists: `\($0)`" }
        ?? "redirect URIs of other services belong to a client with `provider: generic`")
  }
}
