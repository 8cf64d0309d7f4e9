package import PolicyText

/// A deployed file may be written otherwise. Reported by `verify`.
package struct DeployedFormat: NamedRule {
  package static let info = RuleInfo(
    "deployed-format", .deployment, .note,
    summary: "a deployed file may be written otherwise",
    why: "The file answers every question as the policy does; only its text is not what "
      + "`linkpolicy generate` writes.",
    examples: .init(
      .answers,
      bad: """
        GET https://www.acme.example/.well-known/apple-app-site-association
        200
        content-type: application/json

        { "applinks": { "details": [{ "appIDs": ["A1B2C3D4E5.com.acme.app"], "components": [{ "/": "/orders/*" }] }] } }

        """,
      good: ""))
  package init() {}
}
