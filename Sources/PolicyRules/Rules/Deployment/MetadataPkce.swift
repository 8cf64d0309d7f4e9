package import PolicyText

/// A server announces PKCE. Reported by `verify`.
package struct MetadataPkce: NamedRule {
  package static let info = RuleInfo(
    "metadata-pkce", .deployment, .error,
    summary: "a server announces PKCE",
    why: "Libraries send no code challenge to a server that does not announce its method; "
      + "`plain` protects against nobody who sees the request.",
    examples: .init(
      .answers,
      bad: """
        GET https://auth.acme.example/.well-known/openid-configuration
        200
        content-type: application/json

        {
          "issuer": "https://auth.acme.example",
          "authorization_endpoint": "https://auth.acme.example/authorize",
          "token_endpoint": "https://auth.acme.example/token",
          "token_endpoint_auth_methods_supported": ["none"],
          "authorization_response_iss_parameter_supported": true,
          "jwks_uri": "https://auth.acme.example/keys"
        }

        """,
      good: ExampleAnswers.metadata),
    references: ["RFC 9700 section 2.1.1"])
  package init() {}
}
