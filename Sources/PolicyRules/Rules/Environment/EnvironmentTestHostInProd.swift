package import PolicyText
import PolicyModel

package struct EnvironmentTestHostInProd: Rule {
  package static let info = RuleInfo(
    "environment-test-host-in-prod", .environment, .warning,
    summary: "Disallow hosts in prod that name a test environment",
    why: "A host such as `staging-1.acme.example` belongs to another environment. If prod uses it, "
      + "real users' codes and links go to test servers, which many people can read. Preview "
      + "deployments of Vercel, Netlify and Firebase Hosting also expire. A word matches only as "
      + "a whole part of a label, between dots and hyphens. Other rules check the hosts of a "
      + "Firebase project. A host in `domains` is reported only there.",
    examples: .init(
      .redirectURI, bad: "https://⟦staging-1.acme.example⟧/callback",
      good: "https://app.acme.example/callback"),
    hides: ["environment-counterpart-missing", "authorized-domain-covers-nothing"],
    traits: .uriPart)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    let hosts = context.index.hosts
    context.forEachProdHost { host in
      guard host.isDomain || !hosts.isStated(host.name), let sign = Self.sign(of: host.name)
      else { return }
      let place =
        host.environment == nil ? "is used in both environments" : "is used in prod"
      findings.report(
        host.node, text: host.range, in: host.environment,
        "\(host.name.quoted) \(place), but \(sign)", help: help(host))
    }
  }

  /// What a host name says about its environment.
  private static func sign(of host: ExactString) -> String? {
    let name = HostName(host)
    if name.isPreview { return "it is a preview deployment, which expires" }
    guard let found = name.sandboxWord, !found.isWeak else { return nil }
    return "\(found.word.quoted) names a test environment"
  }

  private func help(_ host: ProdHost) -> String {
    if host.isDomain { return "write `environment: sandbox`, or use the prod host" }
    return host.environment == nil
      ? "write `prod: …` and `sandbox: …`, and keep the host under `sandbox`"
      : "move it to `sandbox`, or use the prod host"
  }
}
