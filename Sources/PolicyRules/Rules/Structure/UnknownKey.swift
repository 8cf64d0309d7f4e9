package import PolicyText

/// A key that nobody reads. Reported by the structure check.
package struct UnknownKey: NamedRule {
  package static let info = RuleInfo(
    "unknown-key", .structure, .error, aliases: ["yaml-unknown-key"],
    summary: "every key is known",
    why: "A misspelled key is a setting that nobody reads. Keys that start with `x-` are free.",
    examples: .init(
      .policy, bad: ExamplePolicy.line("⟦ownr⟧: identity@acme.example"),
      good: ExamplePolicy.line("owner: identity@acme.example")),
    isFixable: true)
  package init() {}
}
