package import PolicyText

/// A backslash anywhere.
package struct UriBackslash: URIRule {
  package static let info = RuleInfo(
    "uri-backslash", .uri, .error, summary: "an address has no backslash",
    why:
      "Browsers read `\\` as `/`, other parsers do not: in `https://evil.example\\@app.example/` "
      + "they do not even agree about the host.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/oauth⟦\\⟧callback",
      good: "https://app.acme.example/oauth/callback"),
    references: ["WHATWG URL", "RFC 3986 appendix A"])
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.content.contains("\\"), let place = uri.bytes.firstIndex(of: UInt8(ascii: "\\"))
    else { return nil }
    return URIProblem(
      place..<(place + 1), "backslash: browsers read it as `/`, other parsers do not",
      help: "write `/`, or `%5C` where a backslash is meant")
  }
}
