package import PolicyText

/// Apple's copy follows the host. Reported by `verify`.
package struct CdnStale: NamedRule {
  package static let info = RuleInfo(
    "cdn-stale", .deployment, .note,
    summary: "Apple's copy follows the host",
    why: "Devices read Apple's copy, which is fetched anew after some hours and never on "
      + "demand. A stale copy is normal after a change, and fails no run.",
    examples: .init(
      .answers,
      bad: """
        GET https://app-site-association.cdn-apple.com/a/v1/www.acme.example
        200
        content-type: application/json
        age: 1200
        cache-control: max-age=21600

        { "applinks": { "details": [{ "appIDs": ["A1B2C3D4E5.com.acme.app"], "components": [{ "/": "/new/*" }] }] } }

        """,
      good: ExampleAnswers.appleCopy),
    references: ["Apple: TN3155"])
  package init() {}
}
