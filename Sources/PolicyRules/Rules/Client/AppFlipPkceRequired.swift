package import PolicyText
import PolicyModel

package struct AppFlipPkceRequired: Rule {
  package static let info = RuleInfo(
    "app-flip-pkce-required", .client, .error,
    summary: "Disallow required PKCE for clients with App Flip",
    why:
      "App Flip requests have no code challenge, neither in the universal link nor in the "
      + "intent. A client that requires PKCE rejects every one of them. Clients without a secret "
      + "require PKCE by default.",
    examples: .init(
      .policy, bad: ExamplePolicy.flip(settings: "pkce: ⟦required⟧"),
      good: ExamplePolicy.flip(settings: "pkce: optional")),
    references: ["Google: App Flip for iOS", "Google: App Flip for Android", "RFC 7636"],
    isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients
    where client.hasAppFlip && client.effectivePKCE == .required {
      let name = client.id.value.quoted
      let fixes = client.pkce.map {
        findings.replacing($0.node, by: "optional", "make PKCE optional", isSafe: false)
      }
      findings.report(
        client.pkce?.node ?? client.id.node,
        client.pkce == nil
          ? "client \(name) requires PKCE (the default without a secret), but App Flip sends no "
            + "code challenge"
          : "client \(name) requires PKCE, but App Flip requests have no code challenge",
        help: client.clientSecret == nil
          ? "add a `client_secret`, or write `pkce: optional`"
          : "write `pkce: optional`",
        fixes: fixes ?? [])
    }
  }
}
