package import PolicyText

/// A server names the endpoints of the policy. Reported by `verify`.
package struct EndpointMismatch: NamedRule {
  package static let info = RuleInfo(
    "endpoint-mismatch", .deployment, .error,
    summary: "a server names the endpoints of the policy",
    why: "Requests go where the metadata says: another endpoint is another server.",
    examples: .init(
      .answers,
      bad: """
        GET https://auth.acme.example/.well-known/openid-configuration
        200
        content-type: application/json

        {
          "issuer": "https://auth.acme.example",
          "authorization_endpoint": "https://auth.acme.example/authorize",
          "token_endpoint": "https://old.acme.example/token",
          "code_challenge_methods_supported": ["S256"],
          "token_endpoint_auth_methods_supported": ["none"],
          "authorization_response_iss_parameter_supported": true,
          "jwks_uri": "https://auth.acme.example/keys"
        }

        """,
      good: ExampleAnswers.metadata),
    references: ["RFC 8414 section 2"])
  package init() {}
}
