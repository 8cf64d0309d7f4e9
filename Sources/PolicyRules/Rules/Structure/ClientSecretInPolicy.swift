package import PolicyText

/// A secret in the policy. Reported by the structure check.
package struct ClientSecretInPolicy: NamedRule {
  package static let info = RuleInfo(
    "client-secret-in-policy", .structure, .error, aliases: ["secret-inline"],
    summary: "a policy says where a secret is kept, never the secret",
    why: "A policy is read by many people, printed in reviews and kept in history for ever.",
    examples: .init(
      .policy, bad: secret("⟦s3cr3t-value⟧"), good: secret("{ env: APP_SECRET }")))
  package init() {}

  private static func secret(_ value: String) -> String {
    ExamplePolicy.line(
      """
      clients:
        app:
          provider: generic
          type: web
          client_id: { prod: app-prod }
          client_secret: \(value)
          redirect_uris: { prod: ["https://app.acme.example/callback"] }
      """)
  }
}
