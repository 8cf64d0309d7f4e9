package import PolicyText
import PolicyModel

package struct OriginNeedsPublicClient: Rule {
  package static let info = RuleInfo(
    "origin-needs-public-client", .uri, .note,
    summary: "Disallow client secrets for clients whose scripts call the server",
    why:
      "A script that authenticates with a client secret exposes it to everyone who opens the "
      + "page. A page is a public client; PKCE protects its authorization codes.",
    examples: .init(
      .policy, bad: example("client_secret: { env: APP_SECRET }", "⟦cors_origins⟧"),
      good: example("pkce: required", "cors_origins")),
    references: ["RFC 6749 section 2.1", "RFC 9700 section 2.1.1"])
  package init() {}

  private static func example(_ settings: String, _ key: String) -> String {
    """
    linkpolicy: 1
    name: example
    clients:
      app:
        provider: generic
        type: web
        client_id: { prod: app-prod }
        \(settings)
        redirect_uris: { prod: [https://app.acme.example/callback] }
        \(key): { prod: [https://app.acme.example] }

    """
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients
    where client.effectiveTokenEndpointAuth != .noSecret
      && client.corsOrigins?.distinct.contains(where: { !$0.value.isEmpty }) ?? false
    {
      guard let value = context.tree.value(of: "cors_origins", in: client.node) else { continue }
      findings.report(
        context.tree.key(of: value) ?? value,
        "scripts on these origins can't keep the secret of client \(client.id.value.quoted)",
        help: "register a separate public client with `pkce: required` for the page")
    }
  }
}
