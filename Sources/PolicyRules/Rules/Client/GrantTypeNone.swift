package import PolicyText
import PolicyModel

/// A client that gets no tokens at all.
package struct GrantTypeNone: Rule {
  package static let info = RuleInfo(
    "grant-type-none", .client, .error,
    summary: "a client has a grant type",
    why: "With an empty list every token request is refused: `unauthorized_client`.",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(settings: "grant_types: ⟦[]⟧"),
      good: ExamplePolicy.linking(settings: "grant_types: [authorization_code, refresh_token]")),
    references: ["RFC 6749 section 5.2"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients where client.grantTypes?.isEmpty ?? false {
      guard let node = context.tree.value(of: "grant_types", in: client.node) else { continue }
      findings.report(
        node, "client \(client.id.value.quoted) has no grant type: every token request is refused",
        help: "list what it may use, or leave `grant_types` out")
    }
  }
}
