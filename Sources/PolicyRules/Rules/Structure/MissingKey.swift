package import PolicyText

/// A required key that is not there. Reported by the structure check.
package struct MissingKey: NamedRule {
  package static let info = RuleInfo(
    "missing-key", .structure, .error, aliases: ["android-install-without-package"],
    summary: "required keys are there", why: "Without it nothing can be decided or generated.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.line("apps:\n  ⟦acme-ios⟧: { platform: ios, bundle_id: com.acme.home }"),
      good: ExamplePolicy.line(
        "apps:\n  acme-ios: { platform: ios, bundle_id: com.acme.home, team_id: R7KM2QX94T }")))
  package init() {}
}
