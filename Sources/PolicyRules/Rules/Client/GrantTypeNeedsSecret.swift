package import PolicyText
import PolicyModel

/// A public client that acts for itself.
package struct GrantTypeNeedsSecret: Rule {
  package static let info = RuleInfo(
    "grant-type-needs-secret", .client, .error,
    summary: "only clients with a secret use `client_credentials`",
    why:
      "The grant gives tokens for nothing but the credentials of the client. A public client has none: "
      + "everybody who knows its ID would get them, so the token endpoint refuses it.",
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
          "client \(client.id.value.quoted) is public and cannot use `client_credentials`",
          help: client.clientSecret == nil
            ? "give it a `client_secret`, or remove the grant type"
            : "write `token_endpoint_auth: post`, or remove the grant type")
      }
    }
  }
}
