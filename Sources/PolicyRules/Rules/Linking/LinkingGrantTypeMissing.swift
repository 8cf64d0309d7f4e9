package import PolicyText
import PolicyModel

package struct LinkingGrantTypeMissing: Rule {
  package static let info = RuleInfo(
    "linking-grant-type-missing", .linking, .error,
    summary: "Require the grant types that account linking uses",
    why:
      "Google uses `refresh_token` to refresh its access token while the accounts are linked. "
      + "Streamlined linking sends its assertion with the JWT bearer grant. Without the grant "
      + "type, the token endpoint returns `unauthorized_client`.",
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
          "client \(name) uses streamlined linking, but `grant_types` lacks the JWT bearer grant",
          help: "add `\(GrantType.jwtBearer.rawValue)`, or remove `streamlined_linking`")
      }
      if client.provider?.value == .googleAccountLinking,
        grants.contains(GrantType.authorizationCode.name),
        !grants.contains(GrantType.refreshToken.name)
      {
        findings.report(
          node,
          "client \(name) is used for account linking, but `grant_types` lacks `refresh_token`",
          help: "add `refresh_token` to `grant_types`")
      }
    }
  }
}
