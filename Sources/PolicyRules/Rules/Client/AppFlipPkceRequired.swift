package import PolicyText
import PolicyModel

/// App Flip of a client that requires PKCE.
package struct AppFlipPkceRequired: Rule {
  package static let info = RuleInfo(
    "app-flip-pkce-required", .client, .error,
    summary: "a client with App Flip does not require PKCE",
    why:
      "No App Flip request has a code challenge, neither the universal link nor the intent: a client "
      + "that requires one refuses every one of them. Clients without a secret require PKCE by "
      + "default.",
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
        findings.replacing($0.node, by: "optional", "leave PKCE optional", isSafe: false)
      }
      findings.report(
        client.pkce?.node ?? client.id.node,
        client.pkce == nil
          ? "client \(name) requires PKCE, as all clients without a secret do by default, "
            + "and App Flip requests have no code challenge"
          : "client \(name) requires PKCE, and App Flip requests have no code challenge",
        help: client.clientSecret == nil
          ? "give it a `client_secret` or, at the least, write `pkce: optional`"
          : "write `pkce: optional`",
        fixes: fixes ?? [])
    }
  }
}
