package import PolicyText
import PolicyModel

package struct CodeLifetimeTooLong: Rule {
  package static let info = RuleInfo(
    "code-lifetime-too-long", .client, .warning, aliases: ["code-ttl"],
    summary: "Disallow authorization codes valid for more than 600 seconds",
    why: "The longer a code is valid, the longer an attacker can use one that leaked through a log "
      + "or a referrer.",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(settings: "code_lifetime: ⟦3600⟧"),
      good: ExamplePolicy.linking(settings: "code_lifetime: 600")),
    references: ["RFC 6749 section 4.1.2"], isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for server in context.servers {
      guard let lifetime = server.codeLifetime, lifetime.value > 600 else { continue }
      findings.report(
        lifetime.node, "`code_lifetime` must be at most 600 seconds, found \(lifetime.value)",
        help: "write 600 or less",
        fixes: findings.replacing(lifetime.node, by: "600", "write 600", isSafe: false))
    }
  }
}
