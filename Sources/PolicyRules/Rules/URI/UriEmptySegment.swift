package import PolicyText

package struct UriEmptySegment: URIRule {
  package static let info = RuleInfo(
    "uri-empty-segment", .uri, .warning, summary: "Disallow `//` in paths",
    why: "Some servers merge `//` into `/` and others don't. The page that is served can then "
      + "differ from the one that was matched.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/oauth⟦//⟧callback",
      good: "https://app.acme.example/oauth/callback"),
    references: ["RFC 3986 section 3.3"],
    hides: ["linking-path-malformed"],
    traits: [.uriPart, .separable])
  package static let roles: URIRoles = [.redirects, .others]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard let range = twoSlashes(uri.path) else { return nil }
    return URIProblem(
      range, "path contains `//`, which some servers merge into `/`", help: "write a single `/`")
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
