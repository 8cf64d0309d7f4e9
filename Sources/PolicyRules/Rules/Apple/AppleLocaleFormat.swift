package import PolicyText
import PolicyModel

package struct AppleLocaleFormat: Rule {
  package static let info = RuleInfo(
    "apple-locale-format", .apple, .warning,
    summary: "Require a language and region in Apple's locale parameter",
    why:
      "If Apple doesn't know the value, it uses the browser's language without an error. A "
      + "valid value is `fr_FR`.",
    examples: .init(
      .policy, bad: ExamplePolicy.apple("parameters: { locale: ⟦french⟧ }"),
      good: ExamplePolicy.apple("parameters: { locale: fr_FR }")),
    references: ["Apple: Sign in with Apple JS"], isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for parameter in context.policy.apple?.parameters ?? [] where parameter.name.value == "locale" {
      guard let fault = LocaleProblem(parameter.value.value, separator: "_") else { continue }
      findings.report(
        parameter.value.node, fault.message, help: fault.help,
        fixes: fault.replacement.map {
          findings.replacing(parameter.value.node, by: $0, "write `\($0)`", isSafe: false)
        } ?? [])
    }
  }
}
