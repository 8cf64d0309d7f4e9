package import PolicyText
import PolicyModel

package struct GrantTypeNeedsSecret: Rule {
  package static let info = RuleInfo(
    "grant-type-needs-secret", .client, .error,
    summary: "Require a client secret for `client_credentials`",
    why:
      "This grant issues tokens for the client's credentials alone. A public client has none, "
      + "so anyone who knows its ID would get tokens. The token endpoint rejects it.",
    examples: .init(
      .policy, bad: service("grant_types: [⟦client_credentials⟧]"),
      good: service("client_secret: { env: NIGHTLY_SECRET }\n    grant_types: [client_credentials]")
    ),
    references: ["RFC 6749 section 4.4"])
  package init() {}

  private static func service(_ settings: String) -> String {
    """
    linkpolicy: 1
    name: example
    clients:
      nightly:
        provider: generic
        type: web
        client_id: { prod: nightly-prod }
        redirect_uris: []
        \(settings)

    """
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients where client.effectiveTokenEndpointAuth == .noSecret {
      for type in client.grantTypes ?? [] where GrantType(type.value) == .clientCredentials {
        findings.report(
          type.node,
          "client \(client.id.value.quoted) is public and can't use `client_credentials`",
          help: client.clientSecret == nil
            ? "add a `client_secret`, or remove the grant type"
            : "write `token_endpoint_auth: post`, or remove the grant type")
      }
    }
  }
}
