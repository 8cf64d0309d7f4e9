package import PolicyText
import PolicyModel

package struct GrantTypeNone: Rule {
  package static let info = RuleInfo(
    "grant-type-none", .client, .error,
    summary: "Require a grant type for each client",
    why: "With an empty list, the server rejects every token request with `unauthorized_client`.",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(settings: "grant_types: ⟦[]⟧"),
      good: ExamplePolicy.linking(settings: "grant_types: [authorization_code, refresh_token]")),
    references: ["RFC 6749 section 5.2"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients where client.grantTypes?.isEmpty ?? false {
      guard let node = context.tree.value(of: "grant_types", in: client.node) else { continue }
      findings.report(
        node, "client \(client.id.value.quoted) has no grant type, so every token request fails",
        help: "list its grant types, or remove `grant_types`")
    }
  }
}
