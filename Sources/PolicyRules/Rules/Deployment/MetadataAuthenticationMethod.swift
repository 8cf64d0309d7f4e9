package import PolicyText

/// A token endpoint takes the authentication of its clients. Reported by `verify`.
package struct MetadataAuthenticationMethod: NamedRule {
  package static let info = RuleInfo(
    "metadata-authentication-method", .deployment, .error, aliases: ["metadata-auth-method"],
    summary: "a token endpoint takes the authentication of its clients",
    why: "Left out, it is `client_secret_basic` alone.",
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
          "code_challenge_methods_supported": ["S256"],
          "authorization_response_iss_parameter_supported": true,
          "jwks_uri": "https://auth.acme.example/keys"
        }

        """,
      good: ExampleAnswers.metadata),
    references: ["RFC 8414 section 2"])
  package init() {}
}
