package import PolicyText

/// Bytes that are no UTF-8. Reported by the reader of YAML.
package struct YamlEncoding: NamedRule {
  package static let info = RuleInfo(
    "yaml-encoding", .syntax, .error, summary: "a file is UTF-8",
    why: "Other encodings are read differently by different tools.",
    examples: .init(
      .policy, bad: ExamplePolicy.line("owner: ⟦\u{FFFE}⟧"), good: ExamplePolicy.line("owner: Zoë")),
    references: ["RFC 3629"])
  package init() {}
}
