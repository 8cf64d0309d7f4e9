import PolicyText
import PolicyModel

struct AuthorizedDomainCharacters: Rule {
  static let info = RuleInfo(
    "authorized-domain-characters", .domain, .error, aliases: ["domain-regex-chars"],
    summary:
      "Allow only letters, digits, hyphens and dots in authorized domains",
    why:
      "The web SDK builds a regular expression from the entry, so other characters match other "
      + "hosts.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.authorized("\"app⟦_⟧1.acme.example\""),
      good: ExamplePolicy.authorized()),
    hides: [
      "uri-bad-label", "uri-idn", "uri-mixed-script", "authorized-domain-localhost-in-prod",
      "authorized-domain-covers-nothing",
    ])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for entry in context.index.authorizedDomains
    where entry.text.value.isEmpty || !entry.content.isSubset(of: .hostNames) {
      let (environment, domain) = (entry.environment, entry.text)
      let bytes = Array(domain.value.utf8)
      if bytes.isEmpty || HostLabels.isIPv6Like(bytes) {
        findings.report(
          domain.node, in: environment,
          bytes.isEmpty
            ? "authorized domain must not be empty"
            : "\(domain.value.quoted) never matches, because the web SDK doesn't support IPv6 "
              + "addresses",
          help: bytes.isEmpty ? "remove the empty entry" : "write a host name, such as `localhost`")
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
      // The whole character, not just its first byte.
      let end = bytes[(place + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.count
      findings.report(
        domain.node, text: place..<end, in: environment,
        "authorized domain must contain only letters, digits, `-` and `.`, found "
          + "\(domain.value.quoted)",
        help: "write the host name as in DNS")
    }
  }
}

extension ExamplePolicy {
  /// A policy with the project's default domain and these authorized domains in prod.
  static func authorized(_ domains: String...) -> String {
    let list = ["acme-home.firebaseapp.com"] + domains
    return firebase("authorized_domains: { prod: [\(list.joined(separator: ", "))] }")
  }
}
