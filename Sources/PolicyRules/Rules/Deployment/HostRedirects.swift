package import PolicyText

/// An association file is served without redirect. Reported by `verify`.
package struct HostRedirects: NamedRule {
  package static let info = RuleInfo(
    "host-redirects", .deployment, .error,
    summary: "an association file is served without redirect",
    why: "Android and Google follow no redirect to the file, and Apple documents the same. "
      + "Apple's CDN was seen to follow one within a site, so links may work on iOS today, "
      + "and fail on Android.",
    examples: .init(
      .answers,
      bad: """
        GET https://www.acme.example/.well-known/apple-app-site-association
        301
        location: https://acme.example/

        """,
      good: ExampleAnswers.appleFile),
    references: ["Apple: TN3155", "Android: StatementService"])
  package init() {}
}
