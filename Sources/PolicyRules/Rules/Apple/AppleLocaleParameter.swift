package import PolicyText
import PolicyModel

/// A parameter that Apple does not document.
package struct AppleLocaleParameter: Rule {
  package static let info = RuleInfo(
    "apple-locale-parameter", .apple, .warning, aliases: ["apple-locale-param"],
    summary: "the language parameter of Apple is locale",
    why: "`language` is the key of one sample and may be ignored.",
    examples: .init(
      .policy, bad: ExamplePolicy.apple("parameters: { ⟦language⟧: fr }"),
      good: ExamplePolicy.apple("parameters: { locale: fr }")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    let parameters = context.policy.apple?.parameters ?? []
    // With both, Apple reads the documented one.
    guard !parameters.contains(where: { $0.name.value == "locale" }) else { return }
    for parameter in parameters where parameter.name.value == "language" {
      findings.report(
        parameter.name.node, "`language` may be ignored by Apple", help: "use `locale`")
    }
  }
}
