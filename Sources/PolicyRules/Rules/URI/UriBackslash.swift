package import PolicyText

package struct UriBackslash: URIRule {
  package static let info = RuleInfo(
    "uri-backslash", .uri, .error, summary: "Disallow backslashes in URIs",
    why:
      "Browsers read `\\` as `/`, but other parsers don't. For "
      + "`https://evil.example\\@app.example/` they don't even agree on the host.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/oauth⟦\\⟧callback",
      good: "https://app.acme.example/oauth/callback"),
    references: ["WHATWG URL", "RFC 3986 appendix A"],
    hides: ["uri-bad-label"])
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.contains("\\"), let place = uri.bytes.firstIndex(of: UInt8(ascii: "\\"))
    else { return nil }
    return URIProblem(
      place..<(place + 1),
      "\(uri.noun) must not contain a backslash: browsers read it as `/`, other parsers don't",
      help: "write `/`, or `%5C` if you mean a backslash")
  }
}
