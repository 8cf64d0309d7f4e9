package import PolicyText

package struct EndpointHttp: URIRule {
  package static let info = RuleInfo(
    "endpoint-http", .client, .error,
    summary: "Require https for endpoints and issuers",
    why: "Codes, secrets and tokens are sent to these endpoints.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(
        settings: "endpoints: { authorization: \"⟦http⟧://auth.acme.example/authorize\" }"),
      good: ExamplePolicy.linking(
        settings: "endpoints: { authorization: \"https://auth.acme.example/authorize\" }")),
    references: ["RFC 6749 section 3.1", "RFC 9207 section 2"], isFixable: true,
    traits: [.uriPart, .separable])
  package static let roles: URIRoles = [.endpoint, .issuer]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard let scheme = uri.parts.scheme, !uri.isHTTPS else { return nil }
    return URIProblem(
      scheme, "\(uri.noun) must use https, found \(uri.parts.text(scheme).quoted)",
      help: "start the URL with `https://`",
      replacement: uri.isHTTP && uri.parts.port == nil
        ? (uri.replacing(scheme, by: "https".utf8), "replace the scheme with `https`", false) : nil)
  }
}
