package import PolicyText
import PolicyModel

/// A host in prod whose name says that it is for tests.
package struct EnvironmentTestHostInProd: Rule {
  package static let info = RuleInfo(
    "environment-test-host-in-prod", .environment, .warning,
    summary: "Disallow hosts in prod that name a test environment",
    why: "A host such as `staging-1.acme.example` belongs to another environment: prod sends real "
      + "users' codes and links to test servers, which many people can read. Preview deployments "
      + "of Vercel, Netlify and Firebase Hosting expire, too. A word counts as a whole part of a "
      + "label, between dots and hyphens. A Firebase project's own hosts are its `project_id`'s "
      + "matter, and a host in `domains` is reported there only.",
    examples: .init(
      .redirectURI, bad: "https://⟦staging-1.acme.example⟧/callback",
      good: "https://app.acme.example/callback"))
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

  /// What a name says of itself; nil if it says nothing.
  private static func sign(of host: ExactString) -> String? {
    let name = HostName(host)
    if name.isPreview { return "it is a preview deployment, which expires" }
    guard let found = name.sandboxWord, !found.isWeak else { return nil }
    return "\(found.word.quoted) names a test environment"
  }

  private func help(_ host: ProdHost) -> String {
    if host.isDomain { return "write `environment: sandbox`, or the host of prod" }
    return host.environment == nil
      ? "write `prod: …` and `sandbox: …`, and keep the host under `sandbox`"
      : "move it to `sandbox`, or write the host of prod"
  }
}
