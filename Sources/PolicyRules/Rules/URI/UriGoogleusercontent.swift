package import PolicyText

/// Google's own hosts at Google.
package struct UriGoogleusercontent: HostRule {
  package static let info = RuleInfo(
    "uri-googleusercontent", .uri, .error,
    summary: "clients of Google do not register googleusercontent.com",
    why:
      "Google refuses such hosts for its own clients. (For account linking the roles are reversed: "
      + "there the redirect URIs are exactly on those hosts.)",
    examples: .init(
      .policy,
      bad: ExamplePolicy.google(redirect: "https://⟦oauth-redirect.googleusercontent.com⟧/r/acme"),
      good: ExamplePolicy.google(redirect: "https://app.acme.example/callback")),
    references: ["Google: redirect URI validation rules"])
  package static let roles: URIRoles = [.google, .origin]
  package static let judgesDomains = false
  package init() {}

  package func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    let name = ExactString(decoding: host.lowercased)
    guard name == "googleusercontent.com" || name.hasSuffix(".googleusercontent.com") else {
      return nil
    }
    return URIProblem(
      host.indices, "Google does not let its clients register googleusercontent.com hosts",
      help: "use a host of your own; account-linking URIs belong to a client under `clients`")
  }
}
