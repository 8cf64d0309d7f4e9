package import PolicyText

package struct UniversalLinkHasQuery: URIRule {
  package static let info = RuleInfo(
    "universal-link-has-query", .linking, .error,
    summary: "Disallow queries in App Flip universal links",
    why:
      "Google appends its parameters after a `?`, and the part before it is compared byte by "
      + "byte. A link that already has a query doesn't match any request.",
    examples: .init(
      .policy, bad: flip("https://www.acme.example/flip⟦?from=google⟧"),
      good: flip("https://www.acme.example/flip")),
    references: ["Google: App Flip for iOS"], isFixable: true,
    hides: ["link-host-undeclared"])
  package static let roles: URIRoles = .universalLink
  package init() {}

  private static func flip(_ link: String) -> String {
    ExamplePolicy.flipIOS(link: "{ prod: \"\(link)\" }")
  }

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard let query = uri.parts.query else { return nil }
    let range = (query.lowerBound - 1)..<query.upperBound
    return URIProblem(
      range, "App Flip universal link must not have a query",
      help: "remove \(ExactString(decoding: uri.parts.bytes(range)).quoted)",
      label: query.isEmpty ? "an empty query is not allowed either" : nil,
      replacement: (uri.removing(range), "remove the query", false))
  }
}
