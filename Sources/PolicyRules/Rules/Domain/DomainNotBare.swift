import PolicyText
import PolicyModel

struct DomainNotBare: Rule {
  static let info = RuleInfo(
    "domain-not-bare", .domain, .error,
    aliases: ["domain-has-scheme-port-path", "domain-has-scheme", "domain-has-port"],
    summary: "Disallow schemes, ports and paths in domains",
    why: "Consoles reject such entries, or store a value that never matches.",
    examples: .policy(
      bad: domains("⟦https://⟧app.acme.example"), good: domains("app.acme.example")),
    references: ["Firebase: authorized domains"], isFixable: true,
    hides: [
      "auth-domain-unlisted", "link-domain-default", "authorized-domain-covers-nothing",
      "link-domain-not-hosted", "link-host-undeclared", "authorized-domain-redundant",
    ])

  private static func domains(_ domain: String) -> String {
    ExamplePolicy.web(prod: "https://app.acme.example/callback") + """
      providers:
        firebase:
          project_id: { prod: acme-home }
          authorized_domains: { prod: [acme-home.firebaseapp.com, "\(domain)"] }

      """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for domain in context.policy.domains { check(domain.host, nil, "domain", &findings) }
    guard let firebase = context.policy.firebase else { return }
    for domain in context.index.authorizedDomains
    where !domain.isBare && !isExtension(domain.text, domain.environment, &findings) {
      check(domain.text, domain.environment, "authorized domain", &findings)
    }
    for (environment, domains) in firebase.hostingDomains?.distinct ?? [] {
      for domain in domains { check(domain, environment, "Hosting domain", &findings) }
    }
    for (environment, domain) in firebase.authDomain?.distinct ?? [] {
      check(domain, environment, "auth domain", &findings)
    }
    for action in firebase.emailActions {
      for (environment, domain) in action.linkDomain?.distinct ?? [] {
        check(domain, environment, "link domain", &findings)
      }
    }
  }

  private func check(
    _ domain: LocatedText, _ environment: Environment?, _ what: String,
    _ findings: inout Findings
  ) {
    guard ByteSet(of: domain.value).intersects(.hostDelimiters) else { return }
    let bytes = Array(domain.value.utf8)
    guard !HostLabels.isIPv6Like(bytes) else { return }
    var start = 0
    if let mark = bytes[...].firstRange(ofBytes: "://") { start = mark.upperBound }
    let end = bytes[start...].firstIndex { "/:?#".utf8.contains($0) } ?? bytes.count
    let host = ExactString(decoding: bytes[start..<end])
    let range = start > 0 ? 0..<start : end..<bytes.count
    // With userinfo or an IPv6 address, the host isn't certain.
    let isCertain = !host.isEmpty && !bytes.contains { $0 == UInt8(ascii: "@") || $0 == 0x5B }
    findings.report(
      domain.node, text: range.isEmpty ? nil : range, in: environment,
      "\(what) must be a bare host, but \(domain.value.quoted) has a \(part(bytes, start, end))",
      help: isCertain ? "write \(host.quoted)" : "write only the host",
      fixes: isCertain
        ? findings.replacing(domain.node, by: host.string, "write \(host.quoted)", isSafe: true)
        : [])
  }

  /// Checks an origin of a browser extension, the only entry with a scheme that Firebase accepts.
  private func isExtension(
    _ domain: LocatedText, _ environment: Environment?, _ findings: inout Findings
  ) -> Bool {
    let prefix = "chrome-extension://"
    guard domain.value.hasPrefix(prefix) else { return false }
    let id = domain.value.utf8.dropFirst(prefix.utf8.count)
    if id.count != 32 || !id.allSatisfy({ (0x61...0x70).contains($0) }) {
      findings.report(
        domain.node, in: environment,
        "extension ID must have 32 letters from a to p and no path, found \(domain.value.quoted)",
        help: "write `chrome-extension://` and only the ID")
    }
    return true
  }

  private func part(_ bytes: [UInt8], _ start: Int, _ end: Int) -> String {
    if start > 0 { return "scheme" }
    guard end < bytes.count else { return "user name" }
    return bytes[end] == UInt8(ascii: ":") ? "port" : "path"
  }
}
