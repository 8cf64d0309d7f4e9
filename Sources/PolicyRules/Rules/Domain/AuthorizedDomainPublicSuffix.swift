package import PolicyText
import PolicyModel

/// Everybody's domain.
package struct AuthorizedDomainPublicSuffix: Rule {
  package static let info = RuleInfo(
    "authorized-domain-public-suffix", .domain, .error, aliases: ["public-suffix-authorized"],
    summary: "an authorized domain is not a public suffix",
    why: "It authorizes every site under it, and everybody may register one.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.firebase(
        "authorized_domains: { prod: [acme-home.firebaseapp.com, ⟦web.app⟧] }"),
      good: ExamplePolicy.firebase("authorized_domains: { prod: [acme-home.firebaseapp.com] }")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for entry in context.index.authorizedDomains {
      let (environment, domain, host) = (entry.environment, entry.text, entry.name)
      // What is no bare host has rules of its own. A single label is a top-level domain, or one of a
      // private network: both cover all below them.
      guard host != "localhost", !host.isEmpty, entry.content.isSubset(of: .hostNames),
        PublicSuffixes.isSuffix(host) || !host.utf8.contains(UInt8(ascii: "."))
      else { continue }
      findings.report(
        domain.node, in: environment, "\(domain.value.quoted) authorizes every site under it",
        help: "list your own hosts")
    }
  }
}
