package import PolicyText
import PolicyModel

package struct StateNotRequired: Rule {
  package static let info = RuleInfo(
    "state-not-required", .client, .warning, summary: "Require `state` for account linking",
    why: "Google sends `state` with every request and needs it in the response. A request without "
      + "it doesn't come from Google.",
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
        node,
        "client \(client.id.value.quoted) doesn't require `state`, but Google account linking "
          + "does",
        help: "write `state: required`",
        fixes: findings.replacing(node, by: "required", "require `state`", isSafe: false))
    }
  }
}
