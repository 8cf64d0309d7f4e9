import PolicyText
import PolicyModel

struct AuthorizedDomainRedundant: Rule {
  static let info = RuleInfo(
    "authorized-domain-redundant", .domain, .note, aliases: ["dup-or-covered-domain"],
    summary: "Disallow duplicate and redundant authorized domains",
    why: "A domain covers its subdomains for web sign-in. An exact entry still helps phone "
      + "sign-in, because reCAPTCHA compares hosts exactly. The rule skips hosts of continue URLs "
      + "for that reason.",
    examples: .policy(
      bad: ExamplePolicy.authorized("⟦acme-home.firebaseapp.com⟧"),
      good: ExamplePolicy.authorized()),
    references: ["firebase-js-sdk: validate_origin.ts"], isFixable: true,
    hides: ["authorized-domain-covers-nothing"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
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
          domain.node, in: environment, "duplicate domain \(domain.value.quoted)",
          help: "remove one of the two entries",
          notes: [findings.note("first listed here", at: first)],
          fixes: context.removing(
            domain.node, "remove the second entry",
            // iOS compares a custom auth domain including its case.
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
          "\(parent.quoted) already covers \(domain.value.quoted)",
          help: "remove it, unless phone sign-in runs there: reCAPTCHA needs the exact host",
          notes: [findings.note("the parent domain", at: node)])
      }
    }
  }

  /// Hosts that need an exact entry.
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

  /// Whether an entry may repeat or cover another; short lists are compared without tables.
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

  /// Other rules report entries that aren't hosts.
  private func isHost(_ host: ExactString) -> Bool {
    !host.isEmpty && !ByteSet(of: host).intersects(.hostDelimitersAndWildcard)
  }
}
