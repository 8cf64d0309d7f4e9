package import PolicyDiagnostics

/// A value that is none of the known ones. Reported by the structure check.
package struct UnknownValue: NamedRule {
  package static let info = RuleInfo(
    "unknown-value", .structure, .error, summary: "a value is one of those that are known",
    why: "A misspelled word would mean nothing.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.line(
        "apps:\n  acme: { platform: ⟦andriod⟧, package_name: com.acme.home }"),
      good: ExamplePolicy.line(
        "x-apps:\n  acme: { platform: android, package_name: com.acme.home }")),
    isFixable: true)
  package init() {}
}
