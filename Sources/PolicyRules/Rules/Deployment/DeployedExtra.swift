package import PolicyText

/// Nothing is deployed that the policy does not name. Reported by `verify`.
package struct DeployedExtra: NamedRule {
  package static let info = RuleInfo(
    "deployed-extra", .deployment, .warning,
    summary: "nothing is deployed that the policy does not name",
    why: "An app or certificate that nobody has reviewed opens the links of the host.",
    examples: .init(
      .answers,
      bad: """
        GET https://www.acme.example/.well-known/apple-app-site-association
        200
        content-type: application/json

        { "applinks": { "details": [{ "appIDs": ["A1B2C3D4E5.com.acme.app", "Z9Y8X7W6V5.com.other.app"], "components": [{ "/": "/orders/*" }] }] } }

        """,
      good: ExampleAnswers.appleFile))
  package init() {}
}
