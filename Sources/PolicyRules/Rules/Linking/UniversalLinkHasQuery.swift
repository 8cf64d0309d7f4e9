package import PolicyText

/// A query in the universal link of App Flip.
package struct UniversalLinkHasQuery: URIRule {
  package static let info = RuleInfo(
    "universal-link-has-query", .linking, .error,
    summary: "the universal link of App Flip has no query",
    why:
      "Google appends its parameters behind a `?`, and what stands before it is compared byte by "
      + "byte: a link that has a query of its own matches no request.",
    examples: .init(
      .policy, bad: flip("https://www.acme.example/flip⟦?from=google⟧"),
      good: flip("https://www.acme.example/flip")),
    references: ["Google: App Flip for iOS"], isFixable: true)
  package static let roles: URIRoles = .universalLink
  package init() {}

  private static func flip(_ link: String) -> String {
    ExamplePolicy.flipIOS(link: "{ prod: \"\(link)\" }")
  }

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard let query = uri.parts.query else { return nil }
    let range = (query.lowerBound - 1)..<query.upperBound
    return URIProblem(
      range, "the universal link of App Flip must not have a query",
      help: "remove \(ExactString(decoding: uri.parts.bytes(range)).quoted)",
      label: query.isEmpty ? "an empty query counts too" : nil,
      replacement: (uri.removing(range), "remove the query", false))
  }
}
