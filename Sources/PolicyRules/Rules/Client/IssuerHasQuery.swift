package import PolicyText

package struct IssuerHasQuery: URIRule {
  package static let info = RuleInfo(
    "issuer-has-query", .client, .error, summary: "Disallow queries in issuers",
    why:
      "An issuer is an https URL without query and fragment. Clients build the metadata URL "
      + "from it and compare it with `iss` byte by byte. If it has a query, they reject the "
      + "response.",
    examples: .init(
      .policy, bad: example("https://auth.acme.example⟦?tenant=1⟧"),
      good: example("https://auth.acme.example")),
    references: ["RFC 8414 section 2", "RFC 9207 section 2"], isFixable: true)
  package static let roles: URIRoles = .issuer
  package init() {}

  private static func example(_ issuer: String) -> String {
    ExamplePolicy.linking(settings: "issuer: \"\(issuer)\"")
  }

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard let query = uri.parts.query else { return nil }
    let range = (query.lowerBound - 1)..<query.upperBound
    return URIProblem(
      range, "an issuer must not have a query",
      help: "remove \(ExactString(decoding: uri.parts.bytes(range)).quoted)",
      label: query.isEmpty ? "an empty query is not allowed either" : nil,
      replacement: (uri.removing(range), "remove the query", false))
  }
}
