import PolicyText
import PolicyModel

struct ClientIdDuplicate: Rule {
  static let info = RuleInfo(
    "client-id-duplicate", .client, .error,
    summary: "Disallow duplicate client IDs in an environment",
    why:
      "A request identifies its client only by this ID. If two clients share it, the server may "
      + "apply the redirect URIs of the wrong one. The rule compares all policies in the "
      + "workspace.",
    examples: .init(.policy, bad: two("⟦acme⟧"), good: two("acme-two")),
    references: ["RFC 6749 section 2.2"],
    hides: ["environment-client-shared"])

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

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      guard let id = client.clientID else { continue }
      for (environment, text) in id.values {
        guard let first = context.workspaceIndex.clientIDs.first(text.value, in: environment),
          first.file != context.tree.file || first.node != text.node,
          let document = context.workspaceIndex.document(first.file)
        else { continue }
        findings.report(
          text.node, in: id.isShared ? nil : environment,
          "duplicate client ID \(text.value.quoted)",
          help: "register a separate client ID for client \(client.id.value.quoted)",
          notes: [
            findings.note("also used by client \(first.key.quoted)", at: first.node, of: document)
          ])
        // A value for both environments is one mistake.
        if id.isShared { break }
      }
    }
  }
}
