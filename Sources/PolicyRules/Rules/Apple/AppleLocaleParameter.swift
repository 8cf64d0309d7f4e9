package import PolicyText
import PolicyModel

package struct AppleLocaleParameter: Rule {
  package static let info = RuleInfo(
    "apple-locale-parameter", .apple, .warning, aliases: ["apple-locale-param"],
    summary: "Require `locale` as Apple's language parameter",
    why: "Only one sample uses `language`, and Apple may ignore it.",
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
        parameter.name.node, "Apple may ignore `language`", help: "write `locale` instead")
    }
  }
}
