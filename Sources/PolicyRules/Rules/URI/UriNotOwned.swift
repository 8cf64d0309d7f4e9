package import PolicyText
import PolicyModel

/// A redirect to a host that the policy does not know as its own.
package struct UriNotOwned: Rule {
  package static let info = RuleInfo(
    "uri-not-owned", .uri, .warning,
    summary: "a redirect URI is on a host under an authorized domain of the policy",
    why: "The authorized domains are the hosts that the team owns. A redirect elsewhere hands the "
      + "codes to somebody else, or a domain is missing from the list.",
    examples: .init(
      .policy, bad: ownership("https://⟦login.partner.example⟧/callback"),
      good: ownership("https://login.acme.example/callback")))
  private static let roles: URIRoles = [.web, .google, .postLogout, .corsOrigin]
  package init() {}

  private static func ownership(_ uri: String) -> String {
    ExamplePolicy.web(prod: uri) + """
      providers:
        firebase:
          project_id: { prod: acme-home }
          authorized_domains: { prod: [acme-home.firebaseapp.com, acme.example] }

      """
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    let hosts = context.index.hosts
    guard !hosts.withAuthorizedDomains.isEmpty else { return }
    for uri in context.uris where Self.roles.contains(uri.role) {
      guard let range = uri.parts.host, !range.isEmpty, uri.isWeb, !uri.isLoopback else { continue }
      let judged = EnvironmentSet(shared: uri.environment).intersection(hosts.withAuthorizedDomains)
      guard !judged.isEmpty, !hosts.isAuthorized(uri.lowerHost, inAnyOf: judged) else {
        continue
      }
      let place = uri.environment.map { " of \($0)" } ?? ""
      findings.report(
        uri.node, text: range, in: uri.environment,
        "host \(uri.lowerHost.quoted) is under no authorized domain\(place)",
        help: "add the domain to `authorized_domains` if it is yours")
    }
  }
}
