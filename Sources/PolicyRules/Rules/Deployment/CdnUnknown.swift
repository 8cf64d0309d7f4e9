package import PolicyText

/// Apple has a copy of the file. Reported by `verify`.
package struct CdnUnknown: NamedRule {
  package static let info = RuleInfo(
    "cdn-unknown", .deployment, .note,
    summary: "Apple has a copy of the file",
    why: "Apple asks when an app that names the host is installed for the first time.",
    examples: .init(
      .answers,
      bad: """
        GET https://app-site-association.cdn-apple.com/a/v1/www.acme.example
        404

        """,
      good: ExampleAnswers.appleCopy),
    references: ["Apple: TN3155"])
  package init() {}
}
