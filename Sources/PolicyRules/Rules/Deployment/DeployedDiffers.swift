package import PolicyText

/// What is deployed answers as the policy. Reported by `verify`.
package struct DeployedDiffers: NamedRule {
  package static let info = RuleInfo(
    "deployed-differs", .deployment, .error,
    summary: "what is deployed answers as the policy",
    why: "The two are compared as `linkpolicy diff` does: by the links that they open and by "
      + "the apps and certificates that they name. The finding names a link that one of them "
      + "opens. Order, spacing and comments do not matter.",
    examples: .init(
      .answers,
      bad: """
        GET https://www.acme.example/.well-known/apple-app-site-association
        200
        content-type: application/json

        { "applinks": { "details": [{ "appIDs": ["A1B2C3D4E5.com.acme.app"], "components": [{ "/": "/new/*" }] }] } }

        """,
      good: ExampleAnswers.appleFile))
  package init() {}
}
