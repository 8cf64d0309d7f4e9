package import PolicyText
import PolicyModel

/// Account linking without state.
package struct StateNotRequired: Rule {
  package static let info = RuleInfo(
    "state-not-required", .client, .warning, summary: "account linking requires state",
    why: "Google sends `state` with every request and needs it back: a request without it is not "
      + "Google's.",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(settings: "state: ⟦optional⟧"),
      good: ExamplePolicy.linking(settings: "state: required")),
    references: ["Google: Google Account Linking API"], isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients
    where client.provider?.value == .googleAccountLinking && client.state?.value == .optional {
      guard let node = client.state?.node else { continue }
      findings.report(
        node, "Google marks state as required: client \(client.id.value.quoted) leaves it optional",
        help: "write `state: required`",
        fixes: findings.replacing(node, by: "required", "require state", isSafe: false))
    }
  }
}
