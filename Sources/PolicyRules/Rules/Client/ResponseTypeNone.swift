package import PolicyText
import PolicyModel

package struct ResponseTypeNone: Rule {
  package static let info = RuleInfo(
    "response-type-none", .client, .error,
    summary: "Require a response type for each client",
    why: "With an empty list, the server rejects every authorization request with "
      + "`unsupported_response_type`.",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(settings: "response_types: ⟦[]⟧"),
      good: ExamplePolicy.linking(settings: "response_types: [code]")),
    references: ["RFC 6749 section 3.1.1"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients where client.responseTypes?.isEmpty ?? false {
      guard let node = context.tree.value(of: "response_types", in: client.node) else { continue }
      findings.report(
        node,
        "client \(client.id.value.quoted) has no response type, so every authorization "
          + "request fails",
        help: "write `[code]`, or remove `response_types`")
    }
  }
}
