package import PolicyText

/// A certificate is renewed in time. Reported by `verify`.
package struct TlsExpiresSoon: NamedRule {
  package static let info = RuleInfo(
    "tls-expires-soon", .deployment, .warning,
    summary: "a certificate is renewed in time",
    why: "Certificates that nobody renews end on a weekend. Less than 14 days are left.",
    examples: .init(
      .answers,
      bad: """
        GET https://www.acme.example/.well-known/apple-app-site-association
        200
        content-type: application/json
        certificate: 5 days

        { "applinks": { "details": [{ "appIDs": ["A1B2C3D4E5.com.acme.app"], "components": [{ "/": "/orders/*" }] }] } }

        """,
      good: ExampleAnswers.appleFile))
  package init() {}
}
