package import PolicyText
import PolicyModel

package struct PkceOff: Rule {
  package static let info = RuleInfo(
    "pkce-off", .client, .error, summary: "Require PKCE",
    why:
      "A public client has only the code challenge to prove that a code is its own. Without it, "
      + "anyone who sees the code can use it. For a client with a secret, PKCE is a second line "
      + "of defense (a note).",
    examples: .init(
      .policy,
      bad: ExamplePolicy.native("example.acme.app:/callback").replacingKey(
        "    type: native\n", by: "    type: native\n    pkce: ⟦optional⟧\n"),
      good: ExamplePolicy.native("example.acme.app:/callback")),
    references: ["RFC 9700 section 2.1.1", "RFC 7636"], isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    // App Flip requests have no code challenge, so these clients can't require PKCE.
    for client in context.policy.clients
    where client.effectivePKCE == .optional && !client.hasAppFlip {
      guard client.isPublic || client.provider?.value == .googleAccountLinking else { continue }
      let node = client.pkce?.node ?? client.id.node
      let fixes = client.pkce.map {
        findings.replacing($0.node, by: "required", "require PKCE", isSafe: false)
      }
      findings.report(
        node, severity: client.isPublic ? .error : .note,
        client.isPublic
          ? "client \(client.id.value.quoted) is public and must require PKCE"
          : "client \(client.id.value.quoted) does not require PKCE",
        help: "write `pkce: required`", fixes: fixes ?? [])
    }
  }
}
