package import PolicyText

/// A file beyond the limits of size and nesting. Reported by the reader of YAML.
package struct YamlLimit: NamedRule {
  package static let info = RuleInfo(
    "yaml-limit", .syntax, .error, summary: "a file stays within the limits of size and nesting",
    why: "Limits keep a file from stopping every tool that reads it.",
    examples: .init(
      .policy, bad: ExamplePolicy.line("x-a: \(String(repeating: "[", count: 300))"),
      good: ExamplePolicy.line("x-a: [[1]]")))
  package init() {}
}
