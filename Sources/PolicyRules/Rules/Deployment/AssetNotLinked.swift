package import PolicyText

/// Google confirms every certificate of the policy. Reported by `verify`.
package struct AssetNotLinked: NamedRule {
  package static let info = RuleInfo(
    "asset-not-linked", .deployment, .error,
    summary: "Google confirms every certificate of the policy",
    why: "Phones with Google Play go by the answer of Google's Digital Asset Links API. Apps "
      + "that Google Play signs have more than one certificate.",
    examples: .init(
      .answers,
      bad: """
        GET https://digitalassetlinks.googleapis.com/v1/assetlinks:check
        200
        content-type: application/json

        { "errorCode": ["ERROR_CODE_REDIRECT"] }

        """,
      good: ExampleAnswers.googleLink),
    references: ["Digital Asset Links API v1"])
  package init() {}
}
