package import PolicyText

/// The two documents of a server say the same. Reported by `verify`.
package struct MetadataDiffers: NamedRule {
  package static let info = RuleInfo(
    "metadata-differs", .deployment, .warning,
    summary: "the two documents of a server say the same",
    why: "Some clients read OpenID Connect Discovery, others RFC 8414.",
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
          "token_endpoint_auth_methods_supported": ["none"],
          "authorization_response_iss_parameter_supported": true,
          "jwks_uri": "https://auth.acme.example/keys"
        }

        GET https://auth.acme.example/.well-known/oauth-authorization-server
        200
        content-type: application/json

        {
          "issuer": "https://auth.acme.example",
          "authorization_endpoint": "https://auth.acme.example/authorize",
          "token_endpoint": "https://auth.acme.example/token",
          "code_challenge_methods_supported": ["S256"],
          "token_endpoint_auth_methods_supported": ["none"],
          "authorization_response_iss_parameter_supported": true,
          "jwks_uri": "https://auth.acme.example/other"
        }

        """,
      good: ExampleAnswers.metadata),
    references: ["RFC 8414 section 5"])
  package init() {}
}
