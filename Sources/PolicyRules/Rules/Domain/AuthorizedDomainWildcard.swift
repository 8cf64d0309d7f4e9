package import PolicyText
import PolicyModel

package struct AuthorizedDomainWildcard: Rule {
  package static let info = RuleInfo(
    "authorized-domain-wildcard", .domain, .error, aliases: ["domain-wildcard"],
    summary: "Disallow wildcards in authorized domains",
    why:
      "Firebase reads `*` literally, and a domain already covers its subdomains for web sign-in.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.authorized("\"⟦*⟧.acme.example\""),
      good: ExamplePolicy.authorized()),
    hides: [
      "environment-test-host-in-prod", "environment-tunnel-in-prod", "authorized-domain-characters",
      "uri-bad-label", "authorized-domain-covers-nothing",
    ])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for entry in context.index.authorizedDomains where entry.content.contains("*") {
      let (environment, domain) = (entry.environment, entry.text)
      guard
        let place = Array(domain.value.utf8).firstIndex(of: UInt8(ascii: "*"))
      else { continue }
      findings.report(
        domain.node, text: place..<(place + 1), in: environment,
        "authorized domain must not contain a wildcard, found \(domain.value.quoted)",
        help:
          "write the domain without `*.`, which covers subdomains for web sign-in, or list each "
          + "host")
    }
  }
}
