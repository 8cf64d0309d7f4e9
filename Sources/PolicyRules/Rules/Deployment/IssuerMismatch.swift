package import PolicyText

/// A server calls itself by the issuer of the policy. Reported by `verify`.
package struct IssuerMismatch: NamedRule {
  package static let info = RuleInfo(
    "issuer-mismatch", .deployment, .error,
    summary: "a server calls itself by the issuer of the policy",
    why: "Clients compare the issuer byte for byte (RFC 8414 section 3.3, RFC 9207): a slash "
      + "at the end is another issuer.",
    examples: .init(
      .answers,
      bad: """
        GET https://auth.acme.example/.well-known/openid-configuration
        200
        content-type: application/json

        {
          "issuer": "https://auth.acme.example/",
          "authorization_endpoint": "https://auth.acme.example/authorize",
          "token_endpoint": "https://auth.acme.example/token",
          "code_challenge_methods_supported": ["S256"],
          "token_endpoint_auth_methods_supported": ["none"],
          "authorization_response_iss_parameter_supported": true,
          "jwks_uri": "https://auth.acme.example/keys"
        }

        """,
      good: ExampleAnswers.metadata),
    references: ["RFC 8414 section 3.3", "OpenID Connect Discovery 1.0 section 4.3"])
  package init() {}
}
