package import PolicyText

package struct UriGoogleusercontent: HostRule {
  package static let info = RuleInfo(
    "uri-googleusercontent", .uri, .error,
    summary: "Disallow `googleusercontent.com` hosts for Google clients",
    why:
      "Google rejects its own hosts for its clients. Account linking works the other way "
      + "around: Google is the client there, and its redirect URIs are on these hosts.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.google(redirect: "https://⟦oauth-redirect.googleusercontent.com⟧/r/acme"),
      good: ExamplePolicy.google(redirect: "https://app.acme.example/callback")),
    references: ["Google: redirect URI validation rules"],
    hides: ["uri-not-owned"])
  package static let roles: URIRoles = [.google, .origin]
  package static let checksDomains = false
  package init() {}

  package func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    let name = ExactString(decoding: host.lowercased)
    guard name == "googleusercontent.com" || name.hasSuffix(".googleusercontent.com") else {
      return nil
    }
    return URIProblem(
      host.indices, "Google rejects `googleusercontent.com` hosts for its own clients",
      help: "use your own host; declare account-linking URIs under `clients`")
  }
}
