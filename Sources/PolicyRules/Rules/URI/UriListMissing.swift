import PolicyText
import PolicyModel

struct UriListMissing: Rule {
  static let info = RuleInfo(
    "uri-list-missing", .uri, .error,
    summary: "Require redirect URIs in each environment of a client",
    why:
      "Without a redirect URI, the server rejects every authorization request of the client, "
      + "and App Flip can't return a code. The rule skips clients whose `grant_types` need no "
      + "redirect.",
    examples: .init(
      .policy, bad: example(", sandbox: app-sandbox", "⟦redirect_uris⟧"),
      good: example("", "redirect_uris")),
    references: ["RFC 6749 section 3.1.2.2"])

  private static func example(_ sandbox: String, _ key: String) -> String {
    """
    linkpolicy: 1
    name: example
    clients:
      app:
        provider: generic
        type: web
        client_id: { prod: app-prod\(sandbox) }
        client_secret: { env: APP_SECRET }
        \(key): { prod: [https://app.acme.example/callback] }

    """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      let missing = Environment.allCases.filter { Self.isMissing(for: client, in: $0) }
      guard let first = missing.first, let uris = client.redirectURIs,
        Self.isReadable(uris.node, context.tree)
      else { continue }
      // grant-type-unused reports an empty list if `grant_types` is declared.
      if client.grantTypes != nil, uris.values.allSatisfy({ $0.value.isEmpty }) { continue }
      let isOne = missing.count == 1 && client.clientID?[first.other] != nil
      findings.report(
        isOne
          ? context.place(of: uris, first) : context.tree.key(of: uris.node) ?? uris.node,
        in: isOne ? first : nil,
        "client \(client.id.value.quoted) has a client ID\(isOne ? " in \(first)" : "") but no "
          + "redirect URI\(isOne ? " there" : "")",
        help: isOne
          ? "add `\(first): […]`, or remove its client ID"
          : "add the URI where your app receives the response, such as "
            + "`https://app.acme.example/callback`")
    }
  }

  /// Whether the lists have the expected types and environment names; other rules report those mistakes.
  static func isReadable(_ node: NodeID, _ tree: SourceTree) -> Bool {
    guard tree.kind(node) == .mapping else { return isList(node, tree) }
    return tree.entries(node).allSatisfy { key, value in
      tree.text(key).hasPrefix("x-")
        || Environment(rawValue: tree.text(key).string) != nil && isList(value, tree)
    }
  }

  private static func isList(_ node: NodeID, _ tree: SourceTree) -> Bool {
    tree.kind(node) == .sequence
      && tree.items(node).allSatisfy { tree.string($0) != nil || tree.isUnknown($0) }
  }

  /// Whether a client exists in an environment and needs a redirect URI there but has none.
  static func isMissing(for client: Client, in environment: Environment) -> Bool {
    client.clientID?[environment] != nil && usesRedirects(client)
      && (client.redirectURIs.map { ($0[environment] ?? []).isEmpty } ?? false)
  }

  /// Whether a client sends users to the authorization endpoint.
  private static func usesRedirects(_ client: Client) -> Bool {
    guard let types = client.grantTypes, !types.isEmpty else { return true }
    return types.contains { $0.value == "authorization_code" || $0.value == "implicit" }
  }
}
