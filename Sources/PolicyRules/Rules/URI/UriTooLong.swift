package import PolicyText

/// More than 2048 characters.
package struct UriTooLong: URIRule {
  package static let info = RuleInfo(
    "uri-too-long", .uri, .warning, summary: "an address has at most 2048 characters",
    why: "Some stores and clients cut longer addresses, and what is left matches nothing.",
    examples: .init(
      .redirectURI,
      bad: "⟦https://app.acme.example/\(String(repeating: "long/", count: 410))callback⟧",
      good: "https://app.acme.example/callback"))
  package static let roles: URIRoles = .redirects
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.bytes.count > 2048 else { return nil }
    let count = uri.text.string.unicodeScalars.count
    guard count > 2048 else { return nil }
    return URIProblem(
      nil, "\(count) characters: over 2048 some stores and clients cut an address")
  }
}
