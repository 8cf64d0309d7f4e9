package import PolicyText
import PolicyModel

package struct ResponseTypeImplicit: Rule {
  package static let info = RuleInfo(
    "response-type-implicit", .linking, .error,
    summary: "Require response type `code` for account linking",
    why:
      "Google archived the implicit flow. It puts the token into a URL, where browser history "
      + "and logs keep it.",
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
          type.node,
          "account linking must not use response type \(type.value.quoted) (implicit flow)",
          help: "write `code`")
      }
    }
  }
}
