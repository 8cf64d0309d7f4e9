package import PolicyText
import PolicyModel

package struct AuthorizedDomainLocalhostInProd: Rule {
  package static let info = RuleInfo(
    "authorized-domain-localhost-in-prod", .domain, .warning, aliases: ["localhost-in-prod"],
    summary: "Disallow localhost as an authorized domain in prod",
    why: "Any program on a user's machine could start a sign-in for your project.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.authorized("⟦localhost⟧"),
      good: ExamplePolicy.authorized()),
    hides: ["authorized-domain-covers-nothing", "authorized-domain-loopback-name"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for entry in context.index.authorizedDomains {
      let (environment, domain, host) = (entry.environment, entry.text, entry.name)
      guard environment != .sandbox, LocatedURI.isLoopback(host) || host.hasSuffix(".localhost")
      else { continue }
      findings.report(
        domain.node, in: environment, "\(domain.value.quoted) is authorized in prod",
        help: "move it to `sandbox`")
    }
  }
}
