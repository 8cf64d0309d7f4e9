package import PolicyText
import PolicyModel

/// Codes that live too long.
package struct CodeLifetimeTooLong: Rule {
  package static let info = RuleInfo(
    "code-lifetime-too-long", .client, .warning, aliases: ["code-ttl"],
    summary: "an authorization code lives at most 600 seconds",
    why: "The longer a code lives, the longer one that leaked in a log or a referrer can be used.",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(settings: "code_lifetime: ⟦3600⟧"),
      good: ExamplePolicy.linking(settings: "code_lifetime: 600")),
    references: ["RFC 6749 section 4.1.2"], isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for server in context.servers {
      guard let lifetime = server.codeLifetime, lifetime.value > 600 else { continue }
      findings.report(
        lifetime.node, "code lifetime \(lifetime.value) s: at most 600", help: "write 600 or less",
        fixes: findings.replacing(lifetime.node, by: "600", "write 600", isSafe: false))
    }
  }
}
