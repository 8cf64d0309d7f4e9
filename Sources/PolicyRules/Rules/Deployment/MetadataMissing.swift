package import PolicyDiagnostics

/// A server announces what the policy uses. Reported by `verify`.
package struct MetadataMissing: NamedRule {
  package static let info = RuleInfo(
    "metadata-missing", .deployment, .warning,
    summary: "a server announces what the policy uses",
    why: "Libraries configure themselves from the metadata: what is not announced is not used.",
    examples: .init(
      .answers,
      bad: """
        GET https://auth.acme.example/.well-known/openid-configuration
        404

        GET https://auth.acme.example/.well-known/oauth-authorization-server
        404

        """,
      good: """
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

        """),
    references: ["RFC 8414", "OpenID Connect Discovery 1.0"])
  package init() {}
}
