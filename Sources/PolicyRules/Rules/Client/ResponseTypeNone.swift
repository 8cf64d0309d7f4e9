package import PolicyText
import PolicyModel

/// A client that may ask for nothing.
package struct ResponseTypeNone: Rule {
  package static let info = RuleInfo(
    "response-type-none", .client, .error,
    summary: "a client has a response type",
    why: "With an empty list every authorization request is refused: `unsupported_response_type`.",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(settings: "response_types: ⟦[]⟧"),
      good: ExamplePolicy.linking(settings: "response_types: [code]")),
    references: ["RFC 6749 section 3.1.1"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients where client.responseTypes?.isEmpty ?? false {
      guard let node = context.tree.value(of: "response_types", in: client.node) else { continue }
      findings.report(
        node, "client \(client.id.value.quoted) has no response type: every request is refused",
        help: "write `[code]`, or leave `response_types` out")
    }
  }
}
