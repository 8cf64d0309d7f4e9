package import PolicyText

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
      good: ExampleAnswers.metadata),
    references: ["RFC 8414", "OpenID Connect Discovery 1.0"])
  package init() {}
}
