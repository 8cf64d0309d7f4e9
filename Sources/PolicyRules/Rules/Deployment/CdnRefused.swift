package import PolicyText

/// Apple can fetch the file. Reported by `verify`.
package struct CdnRefused: NamedRule {
  package static let info = RuleInfo(
    "cdn-refused", .deployment, .warning,
    summary: "Apple can fetch the file",
    why: "The CDN says why it has no copy. Firewalls and bot protection refuse `AASA-Bot` "
      + "although a browser gets the file.",
    examples: .init(
      .answers,
      bad: """
        GET https://app-site-association.cdn-apple.com/a/v1/www.acme.example
        404
        apple-failure-reason: SWCERR00101 Bad HTTP Response: 403 Forbidden

        """,
      good: ExampleAnswers.appleCopy),
    references: ["Apple: TN3155"])
  package init() {}
}
