package import PolicyText
import PolicyModel

package struct PkcePlain: Rule {
  package static let info = RuleInfo(
    "pkce-plain", .client, .error, summary: "Allow only S256 as code challenge method",
    why:
      "With `plain`, the challenge is the code verifier, so anyone who sees the request can "
      + "redeem the code.",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(settings: "code_challenge_methods: [S256, ⟦plain⟧]"),
      good: ExamplePolicy.linking(settings: "code_challenge_methods: [S256]")),
    references: ["RFC 9700 section 2.1.1", "RFC 7636 section 4.2"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for server in context.servers {
      for method in server.codeChallengeMethods ?? [] where method.value != "S256" {
        findings.report(
          method.node, "code challenge method must be `S256`, found \(method.value.quoted)",
          help: "remove \(method.value.quoted) and keep `S256`")
      }
    }
  }
}

extension RuleContext {
  /// The authorization server settings: the defaults, and the overrides of each client.
  var servers: [AuthorizationServer] {
    [policy.authorizationServer].compactMap { $0 } + policy.clients.compactMap(\.server)
  }
}
