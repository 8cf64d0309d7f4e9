package import PolicyText

/// A key that stands twice in its mapping. Reported by the reader of YAML.
package struct YamlDuplicateKey: NamedRule {
  package static let info = RuleInfo(
    "yaml-duplicate-key", .syntax, .error, summary: "a key stands once in its mapping",
    why: "Most YAML readers silently keep the last one: half of what was written does not count.",
    examples: .init(
      .policy, bad: ExamplePolicy.line("owner: a@acme.example\n⟦owner⟧: b@acme.example"),
      good: ExamplePolicy.line("owner: a@acme.example")))
  package init() {}
}
