package import PolicyText

/// Text without quotes that YAML reads as something else. Reported by the reader of YAML.
package struct YamlNotString: NamedRule {
  package static let info = RuleInfo(
    "yaml-not-string", .syntax, .error, aliases: ["minimum-version-type"],
    summary: "text that YAML reads as something else is quoted",
    why:
      "`123456E789` is a number, `no` is false, `2024-01-01` a date: other tools see other values.",
    examples: .init(
      .policy, bad: ExamplePolicy.line("owner: ⟦no⟧"), good: ExamplePolicy.line("owner: \"no\"")),
    references: ["YAML 1.1 types"], isFixable: true)
  package init() {}
}
