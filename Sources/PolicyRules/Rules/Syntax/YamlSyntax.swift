package import PolicyText

/// A file that is no YAML. Reported by the reader of YAML.
package struct YamlSyntax: NamedRule {
  package static let info = RuleInfo(
    "yaml-syntax", .syntax, .error, summary: "a file is YAML",
    why: "What cannot be read cannot be checked.",
    examples: .init(
      .policy, bad: ExamplePolicy.line("owner: ⟦@⟧acme"),
      good: ExamplePolicy.line("owner: \"@acme\"")),
    references: ["YAML 1.1"])
  package init() {}
}
