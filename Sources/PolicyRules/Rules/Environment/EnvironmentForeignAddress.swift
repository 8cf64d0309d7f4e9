package import PolicyText
import PolicyModel

/// An address of one environment in the other.
package struct EnvironmentForeignAddress: Rule {
  package static let info = RuleInfo(
    "environment-foreign-address", .environment, .error,
    aliases: ["env-cross", "sandbox-prod-mix"],
    summary: "an environment lists only its own addresses",
    why:
      "A sandbox address in production sends real users' codes to test servers, which many people "
      + "can read; a production address in the sandbox lets tests reach real accounts. One list for "
      + "both environments registers each of its URIs in both, so hosts of different environments in "
      + "it are reported, too.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(
        prod: ["https://⟦oauth-redirect-sandbox.googleusercontent.com⟧/r/acme"],
        sandbox: ["https://oauth-redirect-sandbox.googleusercontent.com/r/acme"]),
      good: ExamplePolicy.linking(
        prod: ["https://oauth-redirect.googleusercontent.com/r/acme"],
        sandbox: ["https://oauth-redirect-sandbox.googleusercontent.com/r/acme"])),
    isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    lazy var listed = Self.environmentsByHost(context.uris)
    let mixed = MixedLists(context)
    for uri in context.uris where !uri.lowerHost.isEmpty {
      guard let environment = uri.environment else {
        if let claim = mixed.claim(on: uri), !isServed(uri, claim, context) {
          report(uri, claim, &findings)
        }
        continue
      }
      guard let claim = context.index.hosts.claim(on: uri.lowerHost),
        claim.environment != environment,
        !isServed(uri, claim, context)
      else { continue }
      if case .domain = claim.basis, let domain = context.domainOfOneEnvironment(uri.lowerHost),
        listed[uri.lowerHost]?.contains(EnvironmentSet(claim.environment)) == true
      {
        report(uri.node, uri.parts.host, uri.lowerHost, environment, domain, context, &findings)
        continue
      }
      let isLinking = GoogleLinking.environment(ofHost: uri.lowerHost) != nil
      let right = GoogleLinking.host(of: environment)
      let fixes =
        isLinking
        ? uri.parts.host.map {
          findings.replacing(
            uri.node, by: uri.replacing($0, by: right.utf8), "use \(right)", isSafe: false)
        } : nil
      findings.report(
        uri.node, text: uri.parts.host, in: environment,
        "\(uri.text.quoted) is a \(claim.environment) address but is listed under \(environment)",
        help: isLinking && uri.role == .linking
          ? "move it, write the address of \(environment), or `serves_both_hosts: true` where one "
            + "server answers both of Google's hosts"
          : "move it, or write the address of \(environment)", label: claim.reason,
        fixes: fixes ?? [])
    }
    checkDomains(context, &findings)
  }

  /// Reports an entry of one list for both environments.
  private func report(
    _ uri: URIOccurrence, _ claim: HostEnvironments.Claim, _ findings: inout Findings
  ) {
    let environment = claim.environment
    findings.report(
      uri.node, text: uri.parts.host,
      "\(uri.text.quoted) is a \(environment) URI, but its list is for both environments",
      help: "write `prod: […]` and `sandbox: […]`, and keep the URI under `\(environment)`",
      label: claim.reason)
  }

  private static func environmentsByHost(_ uris: [URIOccurrence]) -> [ExactString: EnvironmentSet] {
    var found: [ExactString: EnvironmentSet] = [:]
    for uri in uris where !uri.lowerHost.isEmpty {
      found[uri.lowerHost, default: []].formUnion(EnvironmentSet(shared: uri.environment))
    }
    return found
  }

  /// True where the client says that its server answers both of Google's hosts.
  private func isServed(
    _ uri: URIOccurrence, _ claim: HostEnvironments.Claim, _ context: RuleContext
  ) -> Bool {
    guard case .googleLinking = claim.basis, let client = uri.client else { return false }
    return context.policy.clients[client].servesBothHosts
  }

  /// Reports a host that both environments list and `domains` has for the other one only.
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

  /// Domains of the project that stand in the other environment's list.
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
      "\(domain.value.quoted) is a \(claim.environment) domain but is listed under \(environment)",
      help: "move it, or write the domain of \(environment)", label: claim.reason)
  }
}

/// The lists for both environments whose hosts belong to different ones.
private struct MixedLists {
  private let hosts: HostEnvironments
  private var mixed: Set<Int> = []

  init(_ context: RuleContext) {
    hosts = context.index.hosts
    context.index.uris.forEachList { list in
      guard let first = list.first, first.environment == nil else { return }
      var (hasSandbox, hasOther) = (false, false)
      for uri in list where uri.isWeb && !uri.isLoopback && !uri.lowerHost.isEmpty {
        if hosts.claim(on: uri.lowerHost)?.environment == .sandbox {
          hasSandbox = true
        } else {
          hasOther = true
        }
      }
      if hasSandbox, hasOther { mixed.insert(first.list) }
    }
  }

  /// The claim on a host that its list registers in the other environment, too.
  func claim(on uri: URIOccurrence) -> HostEnvironments.Claim? {
    guard mixed.contains(uri.list), let claim = hosts.claim(on: uri.lowerHost),
      claim.environment == .sandbox ? uri.isInProd : uri.isInSandbox
    else { return nil }
    return claim
  }
}
