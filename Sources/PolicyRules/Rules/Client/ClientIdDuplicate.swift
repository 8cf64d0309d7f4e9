package import PolicyText
import PolicyModel

/// One client ID, two clients.
package struct ClientIdDuplicate: Rule {
  package static let info = RuleInfo(
    "client-id-duplicate", .client, .error,
    summary: "a client ID names one client per environment in the whole workspace",
    why:
      "A request names its client by this ID alone. With two clients the redirect URIs of the wrong "
      + "one may count.",
    examples: .init(.policy, bad: two("⟦acme⟧"), good: two("acme-two")),
    references: ["RFC 6749 section 2.2"])
  package init() {}

  private static func two(_ id: String) -> String {
    """
    linkpolicy: 1
    name: example
    clients:
      one:
        provider: generic
        type: web
        client_id: { prod: acme }
        client_secret: { env: ONE_SECRET }
        redirect_uris: { prod: ["https://one.acme.example/callback"] }
      two:
        provider: generic
        type: web
        client_id: { prod: \(id) }
        client_secret: { env: TWO_SECRET }
        redirect_uris: { prod: ["https://two.acme.example/callback"] }

    """
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      guard let id = client.clientID else { continue }
      for (environment, text) in id.values {
        guard let first = context.workspaceIndex.clientIDs.first(text.value, in: environment),
          first.file != context.tree.file || first.node != text.node,
          let document = context.workspaceIndex.document(first.file)
        else { continue }
        findings.report(
          text.node, in: id.isShared ? nil : environment,
          "client_id \(text.value.quoted) is defined twice",
          help: "give client \(client.id.value.quoted) an ID of its own",
          notes: [
            findings.note("client \(first.key.quoted) has it too", at: first.node, of: document)
          ])
        // A value for both environments is one mistake.
        if id.isShared { break }
      }
    }
  }
}
