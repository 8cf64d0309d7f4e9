import PolicyText
import PolicyModel

struct AssociationHostInvalid: Rule {
  static let info = RuleInfo(
    "association-host-invalid", .association, .error, aliases: ["entitlement-domain"],
    summary: "Require full domain names as association hosts",
    why:
      "The entitlement `applinks:HOST` and Android's intent filter need a full domain name, so "
      + "a placeholder, an IP address or a single label doesn't work. Each host needs its own "
      + "file, so a wildcard doesn't work either.",
    examples: .init(.policy, bad: links("⟦YOUR_DOMAIN⟧.example"), good: links("www.acme.example")),
    references: ["Apple: Associated Domains Entitlement"])

  private static func links(_ host: String) -> String {
    ExamplePolicy.ios() + ExamplePolicy.link("/orders/*", apps: "acme-ios", host: host)
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for domain in context.policy.domains {
      let host = domain.host
      // domain-not-bare reports a scheme, port or path.
      let content = ByteSet(of: host.value)
      guard host.value.utf8.count <= 255, !content.intersects(.hostDelimiters) else { continue }
      let bytes = Array(host.value.utf8)[...]
      let labels = HostLabels.split(bytes)
      if content.contains("*") {
        findings.report(
          host.node,
          "host \(host.value.quoted) must not contain a wildcard, because each host serves "
            + "its own files",
          help: "write one entry for each host")
      } else if let placeholder = Placeholder.find(in: bytes, content: content) {
        findings.report(
          host.node, text: placeholder, "host \(host.value.quoted) is a placeholder",
          help: "write the host that serves the files")
      } else if labels.count < 2 || labels.contains(where: { $0.isEmpty }) {
        findings.report(
          host.node, "host must be a full domain name, found \(host.value.quoted)",
          help: "write the host that serves the files, such as `www.acme.example`")
      } else if let last = labels.last, last.allSatisfy(\.isDigit) {
        findings.report(
          host.node, "host must be a domain name, found the IP address \(host.value.quoted)",
          help: "write the host's DNS name")
      }
    }
  }
}
