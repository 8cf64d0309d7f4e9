package import PolicyText
import PolicyModel

/// A challenge method that shows the verifier.
package struct PkcePlain: Rule {
  package static let info = RuleInfo(
    "pkce-plain", .client, .error, summary: "S256 is the only code challenge method",
    why:
      "With `plain` the challenge is the verifier: whoever sees the request can redeem the code.",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(settings: "code_challenge_methods: [S256, ⟦plain⟧]"),
      good: ExamplePolicy.linking(settings: "code_challenge_methods: [S256]")),
    references: ["RFC 9700 section 2.1.1", "RFC 7636 section 4.2"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for server in context.servers {
      for method in server.codeChallengeMethods ?? [] where method.value != "S256" {
        findings.report(
          method.node, "code challenge method \(method.value.quoted) is not S256",
          help: "allow S256 only")
      }
    }
  }
}

extension RuleContext {
  /// The settings of our server: the defaults and what clients override.
  var servers: [AuthorizationServer] {
    [policy.authorizationServer].compactMap { $0 } + policy.clients.compactMap(\.server)
  }
}
