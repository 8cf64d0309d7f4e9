package import PolicyText
import PolicyModel

/// The two grant types that current practice has given up.
package struct GrantTypeInsecure: Rule {
  package static let info = RuleInfo(
    "grant-type-insecure", .client, .warning,
    summary: "a client uses neither `password` nor `implicit`",
    why:
      "With `password` the client sees the user's password and no second factor works; with `implicit` the "
      + "token travels in an address. RFC 9700 forbids the first and advises against the second.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(
        settings: "grant_types: [authorization_code, refresh_token, ⟦password⟧]"),
      good: ExamplePolicy.linking(settings: "grant_types: [authorization_code, refresh_token]")),
    references: ["RFC 9700 section 2.1.2", "RFC 9700 section 2.4"], isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      for type in client.grantTypes ?? [] {
        let fault: String
        switch GrantType(type.value) {
        case .password: fault = "the client sees the user's password"
        case .implicit: fault = "the token travels in an address"
        default: continue
        }
        findings.report(
          type.node, "grant type \(type.value.quoted): \(fault)", help: "use `authorization_code`",
          fixes: context.removing(type.node, "remove it", isSafe: false))
      }
    }
  }
}
