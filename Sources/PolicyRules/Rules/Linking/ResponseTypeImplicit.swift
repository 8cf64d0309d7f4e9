package import PolicyText
import PolicyModel

/// The implicit flow.
package struct ResponseTypeImplicit: Rule {
  package static let info = RuleInfo(
    "response-type-implicit", .linking, .error, summary: "account linking uses response type code",
    why:
      "Google archived the implicit flow: the token travels in an address, where history and logs "
      + "keep it.",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(settings: "response_types: [code, ⟦token⟧]"),
      good: ExamplePolicy.linking(settings: "response_types: [code]")),
    references: ["RFC 9700 section 2.1.2", "Google: Account Linking with OAuth"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients
    where client.provider?.value == .googleAccountLinking {
      for type in client.responseTypes ?? [] {
        let words = type.value.utf8.split(separator: 0x20).map { ExactString(decoding: $0) }
        guard words.contains("token") || words.contains("id_token") else { continue }
        findings.report(
          type.node, "response_type \(type.value.quoted): Google archived the implicit flow",
          help: "use `code`")
      }
    }
  }
}
