package import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import PolicyText

/// An address of one environment in the other.
package struct EnvironmentForeignAddress: Rule {
  package static let info = RuleInfo(
    "environment-foreign-address", .environment, .error,
    aliases: ["env-cross", "sandbox-prod-mix"],
    summary: "an environment lists only its own addresses",
    why:
      "A sandbox address in production sends real users' codes to test servers, which many people "
      + "can read; a production address in the sandbox lets tests reach real accounts.",
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
    let hosts = context.index.hosts
    for uri in context.index.uris {
      guard let environment = uri.environment, !uri.lowerHost.isEmpty,
        let claim = hosts.claim(on: uri.lowerHost), claim.environment != environment
      else { continue }
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
        help: "move it, or write the address of \(environment)", label: claim.reason,
        fixes: fixes ?? [])
    }
    domains(context, &findings)
  }

  /// Domains of the project that stand in the other environment's list.
  private func domains(_ context: RuleContext, _ findings: inout Findings) {
    guard let firebase = context.policy.firebase else { return }
    for values in [firebase.authorizedDomains, firebase.hostingDomains]
    where values?.isShared == false {
      for (environment, domains) in values?.values ?? [] {
        for domain in domains { check(domain, environment, context, &findings) }
      }
    }
    if let values = firebase.authDomain, !values.isShared {
      for (environment, domain) in values.values {
        check(domain, environment, context, &findings)
      }
    }
  }

  private func check(
    _ domain: LocatedText, _ environment: Environment, _ context: RuleContext,
    _ findings: inout Findings
  ) {
    guard let claim = context.index.hosts.ownClaim(on: ASCII.lowercased(domain.value)),
      claim.environment != environment
    else { return }
    findings.report(
      domain.node, in: environment,
      "\(domain.value.quoted) is a \(claim.environment) domain but is listed under \(environment)",
      help: "move it, or write the domain of \(environment)", label: claim.reason)
  }
}
