package import PolicyText

/// A value of a type that its key does not take. Reported by the structure check.
package struct WrongType: NamedRule {
  package static let info = RuleInfo(
    "wrong-type", .structure, .error, summary: "a value is of the type that its key needs",
    why: "A value of another type is not read at all.",
    examples: .init(
      .policy, bad: ExamplePolicy.line("owner: ⟦[a]⟧"), good: ExamplePolicy.line("owner: a")),
    isFixable: true)
  package init() {}
}
