package import PolicyText
import PolicyModel

/// Development in production.
package struct AuthorizedDomainLocalhostInProd: Rule {
  package static let info = RuleInfo(
    "authorized-domain-localhost-in-prod", .domain, .warning, aliases: ["localhost-in-prod"],
    summary: "localhost is not authorized in production",
    why: "Any program on a user's machine could start a sign-in of your project.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.firebase(
        "authorized_domains: { prod: [acme-home.firebaseapp.com, ⟦localhost⟧] }"),
      good: ExamplePolicy.firebase("authorized_domains: { prod: [acme-home.firebaseapp.com] }")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for entry in context.index.authorizedDomains {
      let (environment, domain, host) = (entry.environment, entry.text, entry.name)
      guard environment != .sandbox, URIOccurrence.isLoopback(host) || host.hasSuffix(".localhost")
      else { continue }
      findings.report(
        domain.node, in: environment, "\(domain.value.quoted) is authorized in prod",
        help: "list it under sandbox only")
    }
  }
}
