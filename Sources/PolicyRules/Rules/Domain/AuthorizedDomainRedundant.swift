package import PolicyText
import PolicyModel

/// An entry that adds nothing for web sign-in.
package struct AuthorizedDomainRedundant: Rule {
  package static let info = RuleInfo(
    "authorized-domain-redundant", .domain, .note, aliases: ["dup-or-covered-domain"],
    summary: "an authorized domain is listed once and not covered by another",
    why:
      "A domain covers its subdomains for web sign-in. An exact entry still helps phone sign-in, "
      + "whose reCAPTCHA compares exactly; hosts of continue URLs are left alone for that reason.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.firebase(
        "authorized_domains: { prod: [acme-home.firebaseapp.com, ⟦acme-home.firebaseapp.com⟧] }"),
      good: ExamplePolicy.firebase("authorized_domains: { prod: [acme-home.firebaseapp.com] }")),
    references: ["firebase-js-sdk: validate_origin.ts"], isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let firebase = context.policy.firebase, let domains = firebase.authorizedDomains else {
      return
    }
    for (environment, list) in domains.distinct where mayRepeat(list) {
      var places: [ExactString: NodeID] = [:]
      for domain in list {
        let host = ASCII.lowercased(domain.value)
        guard isHost(host) else { continue }
        guard let first = places[host] else {
          places[host] = domain.node
          continue
        }
        findings.report(
          domain.node, in: environment, "\(domain.value.quoted) is listed twice",
          help: "remove one of them", notes: [findings.note("first here", at: first)],
          fixes: context.removing(
            domain.node, "remove the second",
            // Case counts where iOS looks for a custom auth domain.
            isSafe: context.tree.text(first) == domain.value))
      }
      let exact = exactHosts(firebase)
      var listed = HostSuffixes<NodeID>()
      for (host, node) in places { listed.update(host, default: node) { _ in } }
      for domain in list {
        let host = ASCII.lowercased(domain.value)
        guard places[host] == domain.node, !exact.contains(host),
          let (parent, node) = listed.first(
            covering: host, where: { name, _ in name != host && !PublicSuffixes.isSuffix(name) })
        else { continue }
        findings.report(
          domain.node, in: environment,
          "\(domain.value.quoted) is already covered by \(parent.quoted)",
          help: "keep it if phone sign-in runs there: reCAPTCHA needs the exact host",
          notes: [findings.note("the parent", at: node)])
      }
    }
  }

  /// Hosts that need an entry of their own.
  private func exactHosts(_ firebase: Firebase) -> Set<ExactString> {
    var hosts: Set<ExactString> = []
    for action in firebase.emailActions {
      for (_, url) in action.url?.values ?? [] { hosts.insert(URIParts(url.value).lowerHost) }
    }
    for (_, domain) in firebase.authDomain?.values ?? [] {
      hosts.insert(ASCII.lowercased(domain.value))
    }
    return hosts
  }

  /// False where no domain ends another, seen in short lists without tables.
  private func mayRepeat(_ list: [LocatedText]) -> Bool {
    guard list.count <= 8 else { return true }
    let hosts = list.map { ASCII.lowercased($0.value) }
    for later in hosts.indices {
      for earlier in 0..<later
      where hosts[later].hasSuffix(hosts[earlier]) || hosts[earlier].hasSuffix(hosts[later]) {
        return true
      }
    }
    return false
  }

  /// What is no host is another rule's business.
  private func isHost(_ host: ExactString) -> Bool {
    !host.isEmpty && !ByteContent(of: host).intersects(.noHostName)
  }
}
