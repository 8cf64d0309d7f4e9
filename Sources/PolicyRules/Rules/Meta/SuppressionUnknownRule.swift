package import PolicyText

/// A suppression of a rule that does not exist. Reported where suppressions are applied.
package struct SuppressionUnknownRule: NamedRule {
  package static let info = RuleInfo(
    "suppression-unknown-rule", .meta, .error, summary: "a suppression names rules that exist",
    why: "A misspelled name suppresses nothing, and the finding that was meant stays.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.suppression(
        "# linkpolicy: ignore[missing-key, ⟦missing-kye⟧] registered next week"),
      good: ExamplePolicy.suppression(
        "# linkpolicy: ignore[missing-key] registered next week")))
  package init() {}
}
