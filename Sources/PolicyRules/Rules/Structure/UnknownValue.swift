package import PolicyText

/// A value that is none of the known ones. Reported by the structure check.
package struct UnknownValue: NamedRule {
  package static let info = RuleInfo(
    "unknown-value", .structure, .error, summary: "a value is one of those that are known",
    why: "A misspelled word would mean nothing.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.line(
        "apps:\n  acme: { platform: ⟦iso⟧, bundle_id: com.acme.home, team_id: R7KM2QX94T }"),
      good: ExamplePolicy.line(
        "apps:\n  acme: { platform: ios, bundle_id: com.acme.home, team_id: R7KM2QX94T }")),
    isFixable: true)
  package init() {}
}
