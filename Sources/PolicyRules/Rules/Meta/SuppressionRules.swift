import PolicyText

extension RuleRegistry {
  /// Rules about suppression comments.
  static let metaTable: [RuleInfo] = [
    RuleInfo(
      "suppression-reason", .meta, .error, summary: "Require a reason in suppressions",
      why: "Without a reason, no reviewer can tell whether the exception is still needed.",
      examples: .policy(
        bad: ExamplePolicy.suppression("⟦# linkpolicy: ignore[missing-key]⟧"),
        good: ExamplePolicy.suppression(
          "# linkpolicy: ignore[missing-key] the team is registered next week"))),
    RuleInfo(
      "suppression-unknown-rule", .meta, .error, summary: "Disallow unknown rules in suppressions",
      why: "A misspelled rule name suppresses nothing, so the finding is still reported.",
      examples: .policy(
        bad: ExamplePolicy.suppression(
          "# linkpolicy: ignore[missing-key, ⟦missing-kye⟧] registered next week"),
        good: ExamplePolicy.suppression(
          "# linkpolicy: ignore[missing-key] registered next week"))),
    RuleInfo(
      "suppression-unused", .meta, .warning, summary: "Disallow unused suppressions",
      why: "A suppression that outlives its finding hides the next one.",
      examples: .policy(
        bad: ExamplePolicy.suppression(
          "# linkpolicy: ignore[missing-key, ⟦uri-http⟧] registered next week"),
        good: ExamplePolicy.suppression("# linkpolicy: ignore[missing-key] registered next week")),
      isFixable: true),
    RuleInfo(
      "suppression-syntax", .meta, .error,
      summary: """
        Require suppressions of the form `ignore[rule-id] reason` or `ignore-file[rule-id] \
        reason`
        """,
      why: "A comment in any other form suppresses nothing.",
      examples: .policy(
        bad: ExamplePolicy.suppression("⟦# linkpolicy: ignore missing-key⟧", good: true),
        good: ExamplePolicy.suppression("# a comment", good: true))),
  ]
}
