package import PolicyText

/// A server answers as often as it is asked. Reported by `verify`.
package struct RateLimited: NamedRule {
  package static let info = RuleInfo(
    "rate-limited", .deployment, .warning,
    summary: "a server answers as often as it is asked",
    why: "It wants to be left alone for longer than a run waits: nothing is known.",
    examples: .init(
      .answers,
      bad: """
        GET https://www.acme.example/.well-known/assetlinks.json
        429
        retry-after: 60

        """,
      good: ExampleAnswers.assetLinks),
    references: ["RFC 6585 section 4"])
  package init() {}
}
