package import PolicyText

/// A server publishes its public keys, and no others. Reported by `verify`.
package struct JwksInvalid: NamedRule {
  package static let info = RuleInfo(
    "jwks-invalid", .deployment, .error,
    summary: "a server publishes its public keys, and no others",
    why: "Without keys nobody can verify a signature; with a private key in the set everybody "
      + "can sign.",
    examples: .init(
      .answers,
      bad: """
        GET https://auth.acme.example/keys
        200
        content-type: application/json

        { "keys": [{ "kty": "EC", "crv": "P-256", "d": "…" }] }

        """,
      good: """
        GET https://auth.acme.example/keys
        200
        content-type: application/json

        { "keys": [{ "kty": "EC", "crv": "P-256" }] }

        """),
    references: ["RFC 7517"])
  package init() {}
}
