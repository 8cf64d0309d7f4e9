package import PolicyText

/// Features of YAML that a policy does not have. Reported by the reader of YAML.
package struct YamlUnsupported: NamedRule {
  package static let info = RuleInfo(
    "yaml-unsupported", .syntax, .error,
    summary:
      "tags, merge keys, directives, further documents and keys that are no scalars are not used",
    why: "Each of them is read differently by different tools.",
    examples: .init(
      .policy, bad: ExamplePolicy.line("x-base: &base { a: b }\nx-use: { ⟦<<⟧: *base }"),
      good: ExamplePolicy.line("x-base: &base { a: b }\nx-use: { base: *base }")))
  package init() {}
}
