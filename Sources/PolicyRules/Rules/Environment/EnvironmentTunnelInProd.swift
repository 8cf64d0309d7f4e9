package import PolicyText
import PolicyModel

package struct EnvironmentTunnelInProd: Rule {
  package static let info = RuleInfo(
    "environment-tunnel-in-prod", .environment, .error,
    summary: "Disallow tunnels and names for local development in prod",
    why: "A tunnel such as ngrok or Cloudflare Quick Tunnels leads to one developer's machine, and "
      + "anyone can get its name when the developer gives it up. Names below `localtest.me` "
      + "resolve to the user's own machine, and those below `nip.io` to any IP address. Anyone "
      + "who listens there gets real users' authorization codes.",
    examples: .init(
      .redirectURI, bad: "https://⟦acme.ngrok.io⟧/callback",
      good: "https://app.acme.example/callback"),
    references: ["RFC 9700 section 4.1"],
    hides: [
      "environment-test-host-in-prod", "environment-counterpart-missing", "uri-not-owned",
      "uri-ip-noncanonical", "authorized-domain-covers-nothing",
    ],
    traits: .uriPart)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    context.forEachProdHost { host in
      guard let reason = HostName(host.name).tunnel else { return }
      findings.report(
        host.node, text: host.range, in: host.environment,
        "\(host.name.quoted) \(reason), but prod uses it",
        help: host.isDomain
          ? "write `environment: sandbox`, or use the prod host"
          : "move it to `sandbox`, or use the prod host")
    }
  }
}
