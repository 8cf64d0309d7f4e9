import PolicyModel
import PolicyText

struct OriginHasPath: URIRule {
  static let info = RuleInfo(
    "origin-has-path", .uri, .error, aliases: ["origin-path"],
    summary: "Disallow paths and queries in JavaScript origins",
    why:
      "A browser sends its origin without a path, not even `/`. Google rejects origins that "
      + "have one, and matching is exact.",
    examples: .init(
      .policy, bad: origin("https://app.acme.example⟦/⟧"), good: origin("https://app.acme.example")),
    references: ["RFC 6454 section 6.2", "Google: JavaScript origin validation rules"],
    isFixable: true)
  static let roles: URIRoles = [.origins]

  private static func origin(_ origin: String) -> String {
    """
    linkpolicy: 1
    name: example
    providers:
      google_sign_in:
        web:
          client_id: { prod: 123456789012-0a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d.apps.googleusercontent.com }
          javascript_origins: { prod: [\(origin)] }

    """
  }

  func problem(in uri: LocatedURI) -> URIProblem? {
    let end = uri.parts.fragment.map { $0.lowerBound - 1 } ?? uri.text.utf8.count
    let range = uri.parts.path.lowerBound..<end
    guard uri.isWeb, !range.isEmpty else { return nil }
    return URIProblem(
      range, "\(uri.noun) must end after host and port",
      help: "remove \(ExactString(decoding: uri.parts.bytes(range)).quoted)",
      replacement: (uri.removing(range), "remove everything after the host", true))
  }
}

struct OriginNeedsPublicClient: Rule {
  static let info = RuleInfo(
    "origin-needs-public-client", .uri, .note,
    summary: "Disallow client secrets for clients whose scripts call the server",
    why:
      "A script that authenticates with a client secret exposes it to everyone who opens the "
      + "page. A page is a public client; PKCE protects its authorization codes.",
    examples: .init(
      .policy, bad: example("client_secret: { env: APP_SECRET }", "⟦cors_origins⟧"),
      good: example("pkce: required", "cors_origins")),
    references: ["RFC 6749 section 2.1", "RFC 9700 section 2.1.1"])

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

  func check(_ context: RuleContext, reporting findings: inout Findings) {
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
