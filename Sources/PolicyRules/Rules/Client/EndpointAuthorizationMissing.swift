package import PolicyText
import PolicyModel

package struct EndpointAuthorizationMissing: Rule {
  package static let info = RuleInfo(
    "endpoint-authorization-missing", .client, .warning,
    summary: "Require an authorization endpoint for account linking",
    why:
      "Google opens the authorization endpoint to link an account. If the policy doesn't "
      + "declare it, no rule checks its scheme or host, and `verify` can't request it.",
    examples: .init(
      .policy, bad: example("⟦google⟧", "pkce: required"),
      good: example(
        "google", "pkce: required",
        "endpoints: { authorization: https://auth.acme.example/authorize }"
      )),
    references: ["Google: Account Linking with OAuth"])
  package init() {}

  private static func example(_ name: String, _ settings: String...) -> String {
    """
    linkpolicy: 1
    name: example
    clients:
      \(name):
        provider: google-account-linking
        type: web
        client_id: { prod: google-prod }
        client_secret: { env: GOOGLE_SECRET }
        redirect_uris: { prod: [https://oauth-redirect.googleusercontent.com/r/acme] }

    """ + settings.map { "    \($0)\n" }.joined()
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    let defaults = context.policy.authorizationServer
    for client in context.policy.clients
    where client.provider?.value == .googleAccountLinking {
      let endpoint = client.server?.authorizationEndpoint ?? defaults?.authorizationEndpoint
      let missing = Environment.allCases.filter {
        client.clientID?[$0] != nil && endpoint?[$0] == nil
          && !(endpoint.map { context.tree.isUnknown($0.node) } ?? false)
      }
      guard let first = missing.first else { continue }
      let isOne = missing.count == 1 && client.clientID?[first.other] != nil
      findings.report(
        client.id.node, in: isOne ? first : nil,
        "client \(client.id.value.quoted) has no authorization "
          + "endpoint\(isOne ? " in \(first)" : "") for account linking",
        help: "add `authorization` to `endpoints` of the client or of `authorization_server`")
    }
  }
}
