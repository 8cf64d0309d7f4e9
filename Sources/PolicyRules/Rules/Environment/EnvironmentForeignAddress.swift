import PolicyText
import PolicyModel

struct EnvironmentForeignAddress: Rule {
  static let info = RuleInfo(
    "environment-foreign-address", .environment, .error,
    aliases: ["env-cross", "sandbox-prod-mix"],
    summary: "Disallow URIs of one environment in the other",
    why: "A sandbox URI in production sends real users' codes to test servers, which many people "
      + "can read. A production URI in the sandbox lets tests reach real accounts. One list for "
      + "both environments registers its URIs in both, so the rule also reports hosts of different "
      + "environments in one list.",
    examples: .policy(
      bad: ExamplePolicy.linking(
        prod: ["https://⟦oauth-redirect-sandbox.googleusercontent.com⟧/r/acme"],
        sandbox: ["https://oauth-redirect-sandbox.googleusercontent.com/r/acme"]),
      good: ExamplePolicy.linking(
        prod: ["https://oauth-redirect.googleusercontent.com/r/acme"],
        sandbox: ["https://oauth-redirect-sandbox.googleusercontent.com/r/acme"])),
    isFixable: true,
    hides: [
      "environment-counterpart-missing", "linking-bundle-missing", "linking-web-uri-missing",
      "uri-not-owned", "environment-test-host-in-prod", "authorized-domain-covers-nothing",
      "link-host-undeclared", "link-domain-not-hosted", "continue-url-host-unauthorized",
    ])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    lazy var listed = Self.environmentsByHost(context.uris)
    let mixed = MixedLists(context)
    for uri in context.uris where uri.host?.isEmpty == false {
      guard let environment = uri.environment else {
        if let claim = mixed.claim(on: uri), !isServed(uri, claim, context) {
          report(uri, claim, &findings)
        }
        continue
      }
      let host = uri.lowerHost
      guard let claim = context.index.hosts.claim(on: host), claim.environment != environment,
        !claim.isContradicted(by: host),
        !isServed(uri, claim, context)
      else { continue }
      if case .domain = claim.basis, let domain = context.domainOfOneEnvironment(host),
        listed[host]?.contains(EnvironmentSet(claim.environment)) == true
      {
        report(uri.node, uri.host, host, environment, domain, context, &findings)
        continue
      }
      let isLinking = GoogleLinking.environment(ofHost: host) != nil
      let right = GoogleLinking.host(of: environment)
      let fixes =
        isLinking
        ? uri.host.map {
          findings.replacing(
            uri.node, by: LocatedURI(uri).replacing($0, by: right.utf8), "use `\(right)`",
            isSafe: false)
        } : nil
      findings.report(
        uri.node, text: uri.host, in: environment,
        "\(environment) lists the \(claim.environment) URI \(uri.text.value.quoted)",
        help: isLinking && uri.role == .linking
          ? "move it, use the URI for \(environment), or write `serves_both_hosts: true` if one "
            + "server uses both Google hosts"
          : "move it, or use the URI for \(environment)", label: claim.reason,
        fixes: fixes ?? [])
    }
    checkDomains(context, &findings)
  }

  /// Reports an entry in a list for both environments.
  private func report(
    _ uri: URIEntry, _ claim: HostEnvironments.Claim, _ findings: inout Findings
  ) {
    let environment = claim.environment
    findings.report(
      uri.node, text: uri.host,
      "the list for both environments has the \(environment) URI \(uri.text.value.quoted)",
      help: "write `prod: […]` and `sandbox: […]`, and keep the URI under `\(environment)`",
      label: claim.reason)
  }

  private static func environmentsByHost(_ uris: [URIEntry]) -> [ExactString: EnvironmentSet] {
    var found: [ExactString: EnvironmentSet] = [:]
    for uri in uris where uri.host?.isEmpty == false {
      found[uri.lowerHost, default: []].formUnion(EnvironmentSet(shared: uri.environment))
    }
    return found
  }

  /// Whether the client declares that its server accepts both of Google's hosts.
  private func isServed(
    _ uri: URIEntry, _ claim: HostEnvironments.Claim, _ context: RuleContext
  ) -> Bool {
    guard case .googleLinking = claim.basis, let client = uri.client else { return false }
    return context.policy.clients[client].servesBothHosts
  }

  /// Reports a host that both environments list, but that `domains` has only in the other one.
  private func report(
    _ node: NodeID, _ range: Range<Int>?, _ host: ExactString, _ environment: Environment,
    _ domain: Domain, _ context: RuleContext, _ findings: inout Findings
  ) {
    findings.report(
      node, text: range, in: environment,
      "\(host.quoted) is listed for both environments, but `domains` has it in "
        + "\(environment.other) only",
      help: context.helpForBoth(domain),
      notes: [findings.note("the domain", at: domain.host.node)],
      fixes: context.servingBoth(domain))
  }

  /// Checks the Firebase project's domains.
  private func checkDomains(_ context: RuleContext, _ findings: inout Findings) {
    guard let firebase = context.policy.firebase else { return }
    check(firebase.authorizedDomains, context, &findings)
    check(firebase.hostingDomains, context, &findings)
    if let values = firebase.authDomain, !values.isShared {
      for (environment, domain) in values.values {
        let other = values[environment.other].map { [$0] } ?? []
        check(domain, environment, other, context, &findings)
      }
    }
  }

  private func check(
    _ values: PerEnvironment<[LocatedText]>?, _ context: RuleContext, _ findings: inout Findings
  ) {
    guard let values, !values.isShared else { return }
    for (environment, domains) in values.values {
      for domain in domains {
        check(domain, environment, values[environment.other] ?? [], context, &findings)
      }
    }
  }

  private func check(
    _ domain: LocatedText, _ environment: Environment, _ other: [LocatedText],
    _ context: RuleContext, _ findings: inout Findings
  ) {
    let host = ASCII.lowercased(domain.value)
    guard let claim = context.index.hosts.ownClaim(on: host), claim.environment != environment
    else { return }
    if case .domain = claim.basis, let declared = context.domainOfOneEnvironment(host),
      other.contains(where: { ASCII.lowercased($0.value) == host })
    {
      report(domain.node, nil, host, environment, declared, context, &findings)
      return
    }
    findings.report(
      domain.node, in: environment,
      "\(environment) lists the \(claim.environment) domain \(domain.value.quoted)",
      help: "move it, or use the domain for \(environment)", label: claim.reason)
  }
}

/// Lists for both environments whose hosts belong to different ones.
private struct MixedLists {
  private let hosts: HostEnvironments
  private var mixed: Set<Int> = []

  init(_ context: RuleContext) {
    hosts = context.index.hosts
    context.index.uris.forEachList { list in
      guard let first = list.first, first.environment == nil else { return }
      var (hasSandbox, hasOther) = (false, false)
      for uri in list where uri.isWeb && !uri.isLoopback && uri.host?.isEmpty == false {
        if hosts.claim(on: uri.lowerHost)?.environment == .sandbox {
          hasSandbox = true
        } else {
          hasOther = true
        }
      }
      if hasSandbox, hasOther { mixed.insert(first.list) }
    }
  }

  /// The environment of a host that a mixed list also registers in the other environment.
  func claim(on uri: URIEntry) -> HostEnvironments.Claim? {
    guard mixed.contains(uri.list), let claim = hosts.claim(on: uri.lowerHost),
      claim.environment == .sandbox ? uri.isInProd : uri.isInSandbox
    else { return nil }
    return claim
  }
}
