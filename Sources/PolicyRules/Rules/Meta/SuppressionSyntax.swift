package import PolicyText

/// A comment that looks like a suppression and is none. Reported where suppressions are applied.
package struct SuppressionSyntax: NamedRule {
  package static let info = RuleInfo(
    "suppression-syntax", .meta, .error,
    summary: "a suppression is `ignore[rule-id] reason` or `ignore-file[rule-id] reason`",
    why: "A comment that cannot be read suppresses nothing.",
    examples: .init(
      .policy, bad: ExamplePolicy.suppression("⟦# linkpolicy: ignore missing-key⟧", good: true),
      good: ExamplePolicy.suppression("# a comment", good: true)))
  package init() {}
}
