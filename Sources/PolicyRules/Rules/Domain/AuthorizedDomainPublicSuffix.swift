package import PolicyText
import PolicyModel

package struct AuthorizedDomainPublicSuffix: Rule {
  package static let info = RuleInfo(
    "authorized-domain-public-suffix", .domain, .error, aliases: ["public-suffix-authorized"],
    summary: "Disallow public suffixes as authorized domains",
    why: "A public suffix authorizes every site under it, and anyone can register one.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.authorized("⟦web.app⟧"),
      good: ExamplePolicy.authorized()),
    hides: ["environment-tunnel-in-prod", "authorized-domain-covers-nothing"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for entry in context.index.authorizedDomains {
      let (environment, domain, host) = (entry.environment, entry.text, entry.name)
      // Other rules check entries that aren't bare hosts. A single label is a top-level domain or a private network's
      // domain, and both cover all names below them.
      guard host != "localhost", !host.isEmpty, entry.content.isSubset(of: .hostNames),
        PublicSuffixes.isSuffix(host) || !host.utf8.contains(UInt8(ascii: "."))
      else { continue }
      findings.report(
        domain.node, in: environment, "\(domain.value.quoted) authorizes every site under it",
        help: "list your own hosts")
    }
  }
}
