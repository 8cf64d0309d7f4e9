package import PolicyText

/// `//` in a path.
package struct UriEmptySegment: URIRule {
  package static let info = RuleInfo(
    "uri-empty-segment", .uri, .warning, summary: "a path has no empty segments",
    why: "Many servers merge `//` into `/`, others do not: what is matched and what is served are "
      + "then different pages.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/oauth⟦//⟧callback",
      good: "https://app.acme.example/oauth/callback"),
    references: ["RFC 3986 section 3.3"])
  package static let roles: URIRoles = [.redirects, .others]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard let range = twoSlashes(uri.path) else { return nil }
    return URIProblem(
      range, "`//` in the path: servers and parsers disagree about it", help: "write one `/`")
  }

  private func twoSlashes(_ path: ArraySlice<UInt8>) -> Range<Int>? {
    var wasSlash = false
    for index in path.indices {
      let isSlash = path[index] == UInt8(ascii: "/")
      if isSlash, wasSlash { return (index - 1)..<(index + 1) }
      wasSlash = isSlash
    }
    return nil
  }
}
