package import PolicyText

/// A copy at the root says the same. Reported by `verify`.
package struct WellKnownRootDiffers: NamedRule {
  package static let info = RuleInfo(
    "well-known-root-differs", .deployment, .note,
    summary: "a copy at the root says the same",
    why: "Systems before iOS 14 fell back to the root of the host. A copy there that differs "
      + "misleads people.",
    examples: .init(
      .answers,
      bad: """
        GET https://www.acme.example/apple-app-site-association
        200
        content-type: application/json

        { "applinks": { "details": [{ "appIDs": ["A1B2C3D4E5.com.acme.app"], "components": [{ "/": "/new/*" }] }] } }

        """,
      good: """
        GET https://www.acme.example/apple-app-site-association
        404

        """),
    references: ["Apple: TN3155"])
  package init() {}
}
