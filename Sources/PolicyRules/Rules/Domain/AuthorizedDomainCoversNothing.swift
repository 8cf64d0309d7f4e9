import PolicyText
import PolicyModel

struct AuthorizedDomainCoversNothing: Rule {
  static let info = RuleInfo(
    "authorized-domain-covers-nothing", .domain, .note, aliases: ["domain-covers-nothing"],
    summary: "Disallow authorized domains that nothing uses",
    why: "An unused domain is easily forgotten. If your team lets it expire, the project still "
      + "trusts its next owner.",
    examples: .policy(bad: domains(", ⟦old.acme.example⟧"), good: domains("")))

  private static func domains(_ further: String) -> String {
    ExamplePolicy.web(prod: "https://app.acme.example/callback") + """
      providers:
        firebase:
          project_id: { prod: acme-home }
          authorized_domains: { prod: [app.acme.example, acme-home.firebaseapp.com\(further)] }

      """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let firebase = context.policy.firebase, let domains = firebase.authorizedDomains else {
      return
    }
    let used = usedDomains(context, firebase, domains)
    for (environment, list) in domains.distinct {
      let judged = environment.map { [$0] } ?? Environment.allCases
      for domain in list {
        let host = ASCII.lowercased(domain.value)
        let isOwned = judged.contains { isOwn(host, firebase, $0) }
        let uses = used[host] ?? []
        guard !isOwned, !judged.contains(where: { uses.contains(EnvironmentSet($0)) }) else {
          continue
        }
        findings.report(
          domain.node, in: environment, "no redirect URI or link uses \(domain.value.quoted)",
          help: "remove it if users no longer sign in there")
      }
    }
  }

  /// Whether a project has this domain by default.
  private func isOwn(_ host: ExactString, _ firebase: Firebase, _ environment: Environment) -> Bool
  {
    host == "localhost"
      || firebase.projectID?[environment].map { Self.isDefault(host, ofProject: $0.value) } ?? false
      || firebase.authDomain?[environment].map { ASCII.lowercased($0.value) == host } ?? false
  }

  /// Whether a host is `PROJECT.firebaseapp.com` or `PROJECT.web.app`.
  private static func isDefault(_ host: ExactString, ofProject project: ExactString) -> Bool {
    let rest = host.utf8.count - project.utf8.count
    return rest == 16 && host.hasSuffix(".firebaseapp.com") && host.hasPrefix(project.string)
      || rest == 8 && host.hasSuffix(".web.app") && host.hasPrefix(project.string)
  }

  /// The authorized domains that cover a used host, with the environments that use them.
  private func usedDomains(
    _ context: RuleContext, _ firebase: Firebase, _ domains: PerEnvironment<[LocatedText]>
  ) -> [ExactString: EnvironmentSet] {
    var names = HostSuffixes<EnvironmentSet>()
    var left = (prod: 0, sandbox: 0)
    for (environment, list) in domains.values {
      for domain in list {
        let name = ASCII.lowercased(domain.value)
        if isOwn(name, firebase, environment) { continue }
        let isNew = names[name]?.contains(EnvironmentSet(environment)) != true
        if isNew, environment == .prod { left.prod += 1 }
        if isNew, environment == .sandbox { left.sandbox += 1 }
        names.update(name, default: []) { $0.insert(EnvironmentSet(environment)) }
      }
    }
    var used: [ExactString: EnvironmentSet] = [:]
    func add(_ host: @autoclosure () -> ExactString, _ environment: Environment?) {
      // Every name is already used.
      guard environment != .sandbox && left.prod > 0 || environment != .prod && left.sandbox > 0
      else { return }
      // Every name that covers the host is used, so visit all of them.
      _ = names.first(covering: host()) { name, listed in
        let known = used[name] ?? []
        let new = EnvironmentSet(shared: environment).intersection(listed).subtracting(known)
        if new.contains(EnvironmentSet(.prod)) { left.prod -= 1 }
        if new.contains(EnvironmentSet(.sandbox)) { left.sandbox -= 1 }
        if !new.isEmpty { used[name] = known.union(new) }
        return false
      }
    }
    for domain in context.policy.domains {
      for environment in domain.environment.value.environments {
        add(ASCII.lowercased(domain.host.value), environment)
      }
    }
    for (environment, domains) in context.policy.firebase?.hostingDomains?.distinct ?? [] {
      for domain in domains { add(ASCII.lowercased(domain.value), environment) }
    }
    for uri in context.uris where uri.host?.isEmpty == false { add(uri.lowerHost, uri.environment) }
    return used
  }
}
