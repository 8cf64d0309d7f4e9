package import PolicyText
import PolicyModel

/// Characters that no host has.
package struct AuthorizedDomainCharacters: Rule {
  package static let info = RuleInfo(
    "authorized-domain-characters", .domain, .error, aliases: ["domain-regex-chars"],
    summary: "an authorized domain has only letters, digits, hyphens and dots",
    why:
      "The web SDK builds a regular expression from the entry: other characters match other hosts.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.firebase(
        "authorized_domains: { prod: [acme-home.firebaseapp.com, \"app⟦_⟧1.acme.example\"] }"),
      good: ExamplePolicy.firebase("authorized_domains: { prod: [acme-home.firebaseapp.com] }")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for entry in context.index.authorizedDomains
    where entry.text.value.isEmpty || !entry.content.isSubset(of: .hostNames) {
      let (environment, domain) = (entry.environment, entry.text)
      let bytes = Array(domain.value.utf8)
      if bytes.isEmpty || HostLabels.isIPv6Like(bytes) {
        findings.report(
          domain.node, in: environment,
          bytes.isEmpty
            ? "an empty entry authorizes nothing that was meant"
            : "\(domain.value.quoted) never matches: the web SDK knows no IPv6 addresses",
          help: bytes.isEmpty ? "remove it" : "use a name, such as `localhost`")
        continue
      }
      guard entry.isBare,
        let place = bytes.firstIndex(where: { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."): false
          default: true
          }
        })
      else { continue }
      // The whole character, not its first byte.
      let end = bytes[(place + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.count
      findings.report(
        domain.node, text: place..<end, in: environment,
        "only letters, digits, `-` and `.` are allowed in \(domain.value.quoted)",
        help: "write the host as DNS has it")
    }
  }
}
