package import Diagnostics
import PolicyModel
import SourceTree
import TextSupport

/// An authorized domain that nothing uses.
package struct DomainCoversNothing: Rule {
  package static let info = RuleInfo(
    "domain-covers-nothing", .domain, .note,
    summary: "an authorized domain is used by a redirect URI or a link",
    why: "A domain that nothing uses is forgotten, sold one day, and still trusted.",
    examples: .init(
      .policy, bad: domains(", ⟦old.acme.example⟧"), good: domains("")))
  package init() {}

  private static func domains(_ further: String) -> String {
    ExamplePolicy.web(prod: "https://app.acme.example/callback") + """
      providers:
        firebase:
          project_id: { prod: acme-home }
          authorized_domains: { prod: [app.acme.example, acme-home.firebaseapp.com\(further)] }

      """
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let firebase = context.policy.firebase, let domains = firebase.authorizedDomains else {
      return
    }
    let used = usedDomains(context, domains)
    for (environment, list) in domains.distinct {
      let judged = environment.map { [$0] } ?? Environment.allCases
      for domain in list {
        let host = HostEnvironments.lower(domain.value)
        let isOwn = judged.contains { environment in
          let project = firebase.projectID?[environment]?.value.string
          return host == "localhost"
            || project.map {
              host == ExactString($0 + ".firebaseapp.com") || host == ExactString($0 + ".web.app")
            } ?? false
            || firebase.authDomain?[environment].map { HostEnvironments.lower($0.value) == host }
              ?? false
        }
        let uses = used[host] ?? []
        guard !isOwn, !judged.contains(where: { uses.contains(EnvironmentSet($0)) }) else {
          continue
        }
        findings.report(
          domain.node, in: environment, "no redirect URI or link uses \(domain.value.quoted)",
          help: "remove it if nothing signs in there any more")
      }
    }
  }

  /// The authorized domains that are a used host or a parent of one, with where they are used.
  private func usedDomains(
    _ context: RuleContext, _ domains: PerEnvironment<[LocatedText]>
  ) -> [ExactString: EnvironmentSet] {
    var names = HostSuffixes<Bool>()
    for (_, list) in domains.distinct {
      for domain in list {
        names.update(HostEnvironments.lower(domain.value), standard: true) { _ in }
      }
    }
    var used: [ExactString: EnvironmentSet] = [:]
    func add(_ host: ExactString, _ environment: Environment?) {
      // Every name that covers the host is used: go through all of them.
      _ = names.first(covering: host) { name, _ in
        used[name, default: []].formUnion(EnvironmentSet(shared: environment))
        return false
      }
    }
    for uri in context.facts.uris where !uri.lowerHost.isEmpty {
      add(uri.lowerHost, uri.environment)
    }
    for domain in context.policy.domains {
      for environment in domain.environment.value.environments {
        add(HostEnvironments.lower(domain.host.value), environment)
      }
    }
    for (environment, domains) in context.policy.firebase?.hostingDomains?.distinct ?? [] {
      for domain in domains { add(HostEnvironments.lower(domain.value), environment) }
    }
    return used
  }
}
