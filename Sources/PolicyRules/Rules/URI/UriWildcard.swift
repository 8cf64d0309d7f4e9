package import PolicyText

package struct UriWildcard: URIRule {
  package static let info = RuleInfo(
    "uri-wildcard", .uri, .error, summary: "Disallow wildcards in redirect URIs",
    why: "Matching is exact. If a server does read `*` as a wildcard, every URI that fits receives "
      + "authorization codes, and attackers regularly find one.",
    examples: .init(
      .redirectURI, bad: "https://⟦*⟧.acme.example/callback",
      good: "https://app.acme.example/callback"),
    references: ["RFC 9700 section 4.1.3", "Google: redirect URI validation rules"],
    hides: [
      "uri-bad-label", "uri-idn", "linking-path-malformed", "linking-bundle-unknown",
      "uri-bad-port", "environment-test-host-in-prod", "environment-tunnel-in-prod",
    ])
  package static let roles: URIRoles = [.redirects, .origins, .appleReturn]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.contains("*"), let star = uri.bytes.firstIndex(of: UInt8(ascii: "*")) else {
      return nil
    }
    return URIProblem(
      star..<(star + 1), "\(uri.noun) must not contain `*`, because matching is exact",
      help: "replace it with one entry for each URI")
  }
}
