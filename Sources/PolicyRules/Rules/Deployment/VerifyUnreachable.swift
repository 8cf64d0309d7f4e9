package import PolicyText

/// Everything that the policy names can be asked. Reported by `verify`.
package struct VerifyUnreachable: NamedRule {
  package static let info = RuleInfo(
    "verify-unreachable", .deployment, .warning,
    summary: "everything that the policy names can be asked",
    why: "Unreachable is not wrong, and not right either: with `--strict` it is an error, and "
      + "a run that reaches nothing ends with exit status 2.",
    examples: .init(
      .answers,
      bad: """
        GET https://www.acme.example/.well-known/apple-app-site-association
        error: connect connection refused

        """,
      good: ExampleAnswers.appleFile))
  package init() {}
}
