package import PolicyText
import PolicyModel

package struct AppleReservedParameter: Rule {
  package static let info = RuleInfo(
    "apple-reserved-parameter", .apple, .warning, aliases: ["apple-reserved-param"],
    summary: "Disallow protocol parameters as custom parameters",
    why: "The SDK sets these parameters itself and ignores yours.",
    examples: .init(
      .policy, bad: ExamplePolicy.apple("parameters: { ⟦state⟧: abc }"),
      good: ExamplePolicy.apple("parameters: { locale: fr }")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    let reserved: [ExactString] = [
      "client_id", "redirect_uri", "scope", "response_type", "state",
    ]
    for parameter in context.policy.apple?.parameters ?? []
    where reserved.contains(parameter.name.value) {
      findings.report(
        parameter.name.node, "\(parameter.name.value.quoted) is reserved, so the SDK ignores it",
        help: "remove \(parameter.name.value.quoted)")
    }
  }
}
