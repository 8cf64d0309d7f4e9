package import PolicyText
import PolicyModel

/// Account linking without a grant type that Google uses.
package struct LinkingGrantTypeMissing: Rule {
  package static let info = RuleInfo(
    "linking-grant-type-missing", .linking, .error,
    summary: "a client of account linking may use what Google sends",
    why:
      "Google refreshes its access token with `refresh_token` as long as the accounts are linked, and "
      + "streamlined linking sends its assertion with the JWT bearer grant. Without the grant type the token "
      + "endpoint refuses that: `unauthorized_client`.",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(settings: "grant_types: ⟦[authorization_code]⟧"),
      good: ExamplePolicy.linking(settings: "grant_types: [authorization_code, refresh_token]")),
    references: ["Google: Your Account Linking API", "RFC 7523 section 2.1"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      guard let grants = client.grantTypes?.map(\.value), !grants.isEmpty,
        !grants.contains(where: GrantTypeUnknown.isMisspelt),
        let node = context.tree.value(of: "grant_types", in: client.node)
      else { continue }
      let name = client.id.value.quoted
      if client.streamlinedLinking != nil, !grants.contains(GrantType.jwtBearer.name) {
        findings.report(
          node,
          "client \(name) uses streamlined linking, and its `grant_types` lack "
            + "`\(GrantType.jwtBearer.rawValue)`",
          help: "add it, or remove `streamlined_linking`")
      }
      if client.provider?.value == .googleAccountLinking,
        grants.contains(GrantType.authorizationCode.name),
        !grants.contains(GrantType.refreshToken.name)
      {
        findings.report(
          node,
          "Google refreshes the tokens of client \(name), and its `grant_types` lack `refresh_token`",
          help: "add `refresh_token`")
      }
    }
  }
}
