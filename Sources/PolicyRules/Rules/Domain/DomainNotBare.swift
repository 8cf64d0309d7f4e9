package import PolicyText
import PolicyModel

/// A domain that is more than a host.
package struct DomainNotBare: Rule {
  package static let info = RuleInfo(
    "domain-not-bare", .domain, .error,
    aliases: ["domain-has-scheme-port-path", "domain-has-scheme", "domain-has-port"],
    summary: "a domain is a bare host: no scheme, port or path",
    why: "Consoles refuse such entries or store what never matches.",
    examples: .init(
      .policy, bad: domains("⟦https://⟧app.acme.example"), good: domains("app.acme.example")),
    references: ["Firebase: authorized domains"], isFixable: true)
  package init() {}

  private static func domains(_ domain: String) -> String {
    ExamplePolicy.web(prod: "https://app.acme.example/callback") + """
      providers:
        firebase:
          project_id: { prod: acme-home }
          authorized_domains: { prod: [acme-home.firebaseapp.com, "\(domain)"] }

      """
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for domain in context.policy.domains { check(domain.host, nil, "domains", &findings) }
    guard let firebase = context.policy.firebase else { return }
    for domain in context.index.authorizedDomains
    where !domain.isBare && !isExtension(domain.text, domain.environment, &findings) {
      check(domain.text, domain.environment, "authorized domains", &findings)
    }
    for (environment, domains) in firebase.hostingDomains?.distinct ?? [] {
      for domain in domains { check(domain, environment, "Hosting domains", &findings) }
    }
    for (environment, domain) in firebase.authDomain?.distinct ?? [] {
      check(domain, environment, "auth domains", &findings)
    }
    for action in firebase.emailActions {
      for (environment, domain) in action.linkDomain?.distinct ?? [] {
        check(domain, environment, "link domains", &findings)
      }
    }
  }

  private func check(
    _ domain: LocatedText, _ environment: Environment?, _ what: String,
    _ findings: inout Findings
  ) {
    guard ByteContent(of: domain.value).intersects(.hostDelimiters) else { return }
    let bytes = Array(domain.value.utf8)
    guard !HostLabels.isIPv6Like(bytes) else { return }
    var start = 0
    if let mark = bytes[...].firstRange(ofBytes: "://") { start = mark.upperBound }
    let end = bytes[start...].firstIndex { "/:?#".utf8.contains($0) } ?? bytes.count
    let host = ExactString(decoding: bytes[start..<end])
    let range = start > 0 ? 0..<start : end..<bytes.count
    // Userinfo or an IPv6 literal: no certain host is left.
    let isCertain = !host.isEmpty && !bytes.contains { $0 == UInt8(ascii: "@") || $0 == 0x5B }
    findings.report(
      domain.node, text: range.isEmpty ? nil : range, in: environment,
      "\(what) are bare hosts: \(domain.value.quoted) has a \(part(bytes, start, end))",
      help: isCertain ? "write \(host.quoted)" : "write the host alone",
      fixes: isCertain
        ? findings.replacing(domain.node, by: host.string, "write \(host.quoted)", isSafe: true)
        : [])
  }

  /// The origin of a browser extension is the one thing with a scheme that Firebase takes.
  private func isExtension(
    _ domain: LocatedText, _ environment: Environment?, _ findings: inout Findings
  ) -> Bool {
    let prefix = "chrome-extension://"
    guard domain.value.hasPrefix(prefix) else { return false }
    let id = domain.value.utf8.dropFirst(prefix.utf8.count)
    if id.count != 32 || !id.allSatisfy({ (0x61...0x70).contains($0) }) {
      findings.report(
        domain.node, in: environment,
        "\(domain.value.quoted) is no extension: an ID has 32 letters from a to p, and no path follows",
        help: "write `chrome-extension://` and the ID alone")
    }
    return true
  }

  private func part(_ bytes: [UInt8], _ start: Int, _ end: Int) -> String {
    if start > 0 { return "scheme" }
    guard end < bytes.count else { return "user name" }
    return bytes[end] == UInt8(ascii: ":") ? "port" : "path"
  }
}
