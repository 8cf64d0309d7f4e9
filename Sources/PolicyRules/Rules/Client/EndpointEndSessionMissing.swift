import PolicyText
import PolicyModel

struct EndpointEndSessionMissing: Rule {
  static let info = RuleInfo(
    "endpoint-end-session-missing", .client, .warning,
    summary: "Require an end-session endpoint with post-logout redirect URIs",
    why:
      "A post-logout redirect URI is a parameter of the end-session endpoint. If the policy "
      + "declares the other endpoints but not this one, clients can't find it.",
    examples: .init(
      .policy, bad: example("⟦post_logout_redirect_uris⟧", ""),
      good: example(
        "post_logout_redirect_uris", ", end_session: https://auth.acme.example/logout")),
    references: ["OpenID Connect RP-Initiated Logout 1.0"])

  private static func example(_ key: String, _ more: String) -> String {
    """
    linkpolicy: 1
    name: example
    clients:
      app:
        provider: generic
        type: web
        client_id: { prod: app-prod }
        client_secret: { env: APP_SECRET }
        endpoints: { authorization: https://auth.acme.example/authorize\(more) }
        redirect_uris: { prod: [https://app.acme.example/callback] }
        \(key): { prod: [https://app.acme.example/signed-out] }

    """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    let defaults = context.policy.authorizationServer
    for client in context.policy.clients where client.postLogoutRedirectURIs != nil {
      let server = client.server
      let others =
        [server?.authorizationEndpoint ?? defaults?.authorizationEndpoint]
        + [server?.tokenEndpoint ?? defaults?.tokenEndpoint]
      let missing = Environment.allCases.filter { environment in
        client.clientID?[environment] != nil
          && client.postLogoutRedirectURIs?[environment]?.isEmpty == false
          && others.contains { $0?[environment] != nil }
          && (server?.endSessionEndpoint ?? defaults?.endSessionEndpoint)?[environment] == nil
      }
      guard let first = missing.first,
        let value = context.tree.value(of: "post_logout_redirect_uris", in: client.node)
      else { continue }
      let place = missing.count == 1 ? " in \(first)" : ""
      findings.report(
        context.tree.key(of: value) ?? value, in: missing.count == 1 ? first : nil,
        "client \(client.id.value.quoted) has post-logout redirect URIs but no end-session "
          + "endpoint\(place)",
        help: "add `end_session` to `endpoints`")
    }
  }
}
