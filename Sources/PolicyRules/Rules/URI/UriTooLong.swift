package import PolicyText

package struct UriTooLong: URIRule {
  package static let info = RuleInfo(
    "uri-too-long", .uri, .warning, summary: "Disallow URIs longer than 2048 characters",
    why: "Some databases and clients truncate longer URIs, and the rest matches nothing.",
    examples: .init(
      .redirectURI,
      bad: "⟦https://app.acme.example/\(String(repeating: "long/", count: 410))callback⟧",
      good: "https://app.acme.example/callback"))
  package static let roles: URIRoles = .redirects
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.bytes.count > 2048 else { return nil }
    let count = uri.text.string.unicodeScalars.count
    guard count > 2048 else { return nil }
    return URIProblem(
      nil, "\(uri.noun) must have at most 2048 characters, found \(count)",
      help: "shorten the URI; pass data in `state` instead of the path or query")
  }
}
