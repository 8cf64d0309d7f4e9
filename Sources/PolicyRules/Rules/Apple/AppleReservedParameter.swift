package import PolicyText
import PolicyModel

/// A parameter that belongs to the protocol.
package struct AppleReservedParameter: Rule {
  package static let info = RuleInfo(
    "apple-reserved-parameter", .apple, .warning, aliases: ["apple-reserved-param"],
    summary: "parameters of the protocol are not set as custom parameters",
    why: "The SDK sets them itself and ignores these.",
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
        parameter.name.node, "\(parameter.name.value.quoted) is reserved and ignored",
        help: "remove it")
    }
  }
}
