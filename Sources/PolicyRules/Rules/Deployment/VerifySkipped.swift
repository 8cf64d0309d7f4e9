package import PolicyText

/// What was not asked is named. Reported by `verify`.
package struct VerifySkipped: NamedRule {
  package static let info = RuleInfo(
    "verify-skipped", .deployment, .note,
    summary: "what was not asked is named",
    why: "Some questions are not put: to hosts that a pull request brings in, to names of "
      + "private networks, to servers of others.",
    examples: .init(
      .answers,
      bad: """
        GET https://www.acme.example/.well-known/apple-app-site-association
        error: refused the policies of the base do not name it

        """,
      good: ExampleAnswers.appleFile))
  package init() {}
}
