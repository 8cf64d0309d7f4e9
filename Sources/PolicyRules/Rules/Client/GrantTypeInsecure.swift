package import PolicyText
import PolicyModel

package struct GrantTypeInsecure: Rule {
  package static let info = RuleInfo(
    "grant-type-insecure", .client, .warning,
    summary: "Disallow the grant types `password` and `implicit`",
    why:
      "With `password`, the client sees the user's password and a second factor can't work. "
      + "With `implicit`, the token is part of a URL. RFC 9700 forbids the first and advises "
      + "against the second.",
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
        let effect: String
        switch GrantType(type.value) {
        case .password: effect = "gives the client the user's password"
        case .implicit:
          effect = "puts the token into a URL"
        default: continue
        }
        findings.report(
          type.node, "grant type \(type.value.quoted) \(effect)", help: "use `authorization_code`",
          fixes: context.removing(type.node, "remove \(type.value.quoted)", isSafe: false))
      }
    }
  }
}
