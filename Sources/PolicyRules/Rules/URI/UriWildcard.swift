package import PolicyText

/// `*` in an address.
package struct UriWildcard: URIRule {
  package static let info = RuleInfo(
    "uri-wildcard", .uri, .error, summary: "a redirect URI has no wildcard",
    why: "Matching is exact. Where a server does read `*` as a pattern, everything that fits gets "
      + "authorization codes, and history shows that attackers find something that fits.",
    examples: .init(
      .redirectURI, bad: "https://⟦*⟧.acme.example/callback",
      good: "https://app.acme.example/callback"),
    references: ["RFC 9700 section 4.1.3", "Google: redirect URI validation rules"])
  package static let roles: URIRoles = [.redirects, .origins, .appleReturn]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.content.contains("*"), let star = uri.bytes.firstIndex(of: UInt8(ascii: "*")) else {
      return nil
    }
    return URIProblem(
      star..<(star + 1), "`*` is not allowed in \(uri.noun): matching is exact",
      help: "list each URI")
  }
}
