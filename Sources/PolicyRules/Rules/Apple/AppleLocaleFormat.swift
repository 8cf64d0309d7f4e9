package import PolicyText
import PolicyModel

/// A language of Apple's sign-in page that is none.
package struct AppleLocaleFormat: Rule {
  package static let info = RuleInfo(
    "apple-locale-format", .apple, .warning,
    summary: "the locale parameter of Apple is a language and a region, such as `fr_FR`",
    why:
      "Apple shows its page in the language of the browser where it does not know the value, and "
      + "says nothing.",
    examples: .init(
      .policy, bad: ExamplePolicy.apple("parameters: { locale: ⟦french⟧ }"),
      good: ExamplePolicy.apple("parameters: { locale: fr_FR }")),
    references: ["Apple: Sign in with Apple JS"], isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for parameter in context.policy.apple?.parameters ?? [] where parameter.name.value == "locale" {
      guard let fault = LocaleFault(parameter.value.value, separator: "_") else { continue }
      findings.report(
        parameter.value.node, fault.message, help: fault.help,
        fixes: fault.replacement.map {
          findings.replacing(parameter.value.node, by: $0, "write `\($0)`", isSafe: false)
        } ?? [])
    }
  }
}
