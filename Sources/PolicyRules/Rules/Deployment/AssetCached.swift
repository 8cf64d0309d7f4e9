package import PolicyText

/// Google may answer from a cache. Reported by `verify`.
package struct AssetCached: NamedRule {
  package static let info = RuleInfo(
    "asset-cached", .deployment, .note,
    summary: "Google may answer from a cache",
    why: "What Google says of a host can be an hour old.",
    examples: .init(
      .answers,
      bad: """
        GET https://digitalassetlinks.googleapis.com/v1/assetlinks:check
        200
        content-type: application/json

        {}

        GET https://digitalassetlinks.googleapis.com/v1/statements:list
        200
        content-type: application/json

        { "maxAge": "2856.4s" }

        """,
      good: ExampleAnswers.googleLink),
    references: ["Digital Asset Links API v1"])
  package init() {}
}
