package import PolicyText

/// A suppression that takes nothing away. Reported where suppressions are applied.
package struct SuppressionUnused: NamedRule {
  package static let info = RuleInfo(
    "suppression-unused", .meta, .warning, summary: "a suppression suppresses something",
    why: "An exception that outlived its finding hides the next one.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.suppression(
        "# linkpolicy: ignore[missing-key, ⟦uri-http⟧] registered next week"),
      good: ExamplePolicy.suppression("# linkpolicy: ignore[missing-key] registered next week")),
    isFixable: true)
  package init() {}
}
