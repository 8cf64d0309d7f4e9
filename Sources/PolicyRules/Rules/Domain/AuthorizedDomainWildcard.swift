package import PolicyText
import PolicyModel

/// A pattern in place of a domain.
package struct AuthorizedDomainWildcard: Rule {
  package static let info = RuleInfo(
    "authorized-domain-wildcard", .domain, .error, aliases: ["domain-wildcard"],
    summary: "an authorized domain has no wildcard",
    why: "Firebase takes `*` literally; a domain covers its subdomains for web sign-in anyway.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.firebase(
        "authorized_domains: { prod: [acme-home.firebaseapp.com, \"⟦*⟧.acme.example\"] }"),
      good: ExamplePolicy.firebase("authorized_domains: { prod: [acme-home.firebaseapp.com] }")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for entry in context.index.authorizedDomains where entry.content.contains("*") {
      let (environment, domain) = (entry.environment, entry.text)
      guard
        let place = Array(domain.value.utf8).firstIndex(of: UInt8(ascii: "*"))
      else { continue }
      findings.report(
        domain.node, text: place..<(place + 1), in: environment,
        "wildcards are not supported in \(domain.value.quoted)",
        help: "list the domain, which covers subdomains for web sign-in, or each host")
    }
  }
}
