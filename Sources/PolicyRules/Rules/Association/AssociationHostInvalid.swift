package import PolicyText
import PolicyModel

/// A host that no entitlement and no certificate can name.
package struct AssociationHostInvalid: Rule {
  package static let info = RuleInfo(
    "association-host-invalid", .association, .error, aliases: ["entitlement-domain"],
    summary: "a host of association files is a full domain name of its own",
    why:
      "The entitlement `applinks:HOST` and Android's intent filter take a full domain name: no "
      + "placeholder, no IP address, no single label. Each host needs its own file, so that a wildcard "
      + "names none.",
    examples: .init(.policy, bad: links("⟦YOUR_DOMAIN⟧.example"), good: links("www.acme.example")),
    references: ["Apple: Associated Domains Entitlement"])
  package init() {}

  private static func links(_ host: String) -> String {
    ExamplePolicy.ios() + """
      domains:
        \(host):
          links: [{ apps: [acme-ios], rules: [{ path: /orders/* }] }]

      """
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for domain in context.policy.domains {
      let host = domain.host
      // A scheme, port or path is another rule's business.
      let content = ByteContent(of: host.value)
      guard host.value.utf8.count <= 255, !content.intersects(.hostDelimiters) else { continue }
      let bytes = Array(host.value.utf8)
      let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      if content.contains("*") {
        findings.report(
          host.node, "\(host.value.quoted) names no host: each host serves its own files",
          help: "write one entry for each host")
      } else if let placeholder = Placeholder.find(in: bytes[...], content: content) {
        findings.report(
          host.node, text: placeholder, "\(host.value.quoted) is a placeholder",
          help: "write the host that serves the files")
      } else if labels.count < 2 || labels.contains(where: { $0.isEmpty }) {
        findings.report(
          host.node, "\(host.value.quoted) is no full domain name: no entitlement can name it",
          help: "write the host that serves the files, such as `www.acme.example`")
      } else if let last = labels.last, last.allSatisfy({ (0x30...0x39).contains($0) }) {
        findings.report(
          host.node, "\(host.value.quoted) is an IP address: no entitlement can name it",
          help: "write the name of the host")
      }
    }
  }
}
