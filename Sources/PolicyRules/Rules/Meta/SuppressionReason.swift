package import PolicyText

/// A suppression that does not say why. Reported where suppressions are applied.
package struct SuppressionReason: NamedRule {
  package static let info = RuleInfo(
    "suppression-reason", .meta, .error, summary: "a suppression says why",
    why: "Nobody dares to remove an exception whose reason nobody remembers.",
    examples: .init(
      .policy, bad: ExamplePolicy.suppression("⟦# linkpolicy: ignore[missing-key]⟧"),
      good: ExamplePolicy.suppression(
        "# linkpolicy: ignore[missing-key] the team is registered next week")))
  package init() {}
}
