package import PolicyText

package struct EndpointRequestParameter: URIRule {
  package static let info = RuleInfo(
    "endpoint-request-parameter", .client, .error,
    summary: "Disallow request parameters in endpoint queries",
    why:
      "An endpoint may have a query, which clients keep. If it contains a parameter that each "
      + "request also sends, servers reject the request because the parameter occurs twice.",
    examples: .init(
      .policy, bad: example("https://auth.acme.example/authorize?⟦client_id⟧=acme"),
      good: example("https://auth.acme.example/authorize?tenant=acme")),
    references: ["RFC 6749 section 3.1", "RFC 6749 section 3.2"])
  package static let roles: URIRoles = .endpoint
  package init() {}

  private static func example(_ endpoint: String) -> String {
    ExamplePolicy.linking(settings: "endpoints: { authorization: \"\(endpoint)\" }")
  }

  private static let names: [String] = [
    "client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge",
    "code_challenge_method", "user_locale", "client_secret", "grant_type", "code", "code_verifier",
    "refresh_token", "assertion", "intent", "nonce", "response_mode", "prompt", "login_hint",
    "token", "token_type_hint", "id_token_hint", "post_logout_redirect_uri", "logout_hint",
    "ui_locales",
  ]

  package func problem(in uri: LocatedURI) -> URIProblem? {
    for parameter in uri.parameters where parameter.name.count <= 64 {
      guard
        let decoded = PercentEncoding.decode(parameter.name, plusIsSpace: false, malformed: .keep),
        Self.names.contains(decoded[...].string)
      else { continue }
      let name = ExactString(decoding: parameter.name).quoted
      return URIProblem(
        parameter.name.startIndex..<parameter.name.endIndex,
        "endpoint URL contains \(name), so every request would send it twice",
        help: "remove \(name) from the endpoint URL")
    }
    return nil
  }
}
