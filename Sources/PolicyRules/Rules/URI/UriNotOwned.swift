import PolicyText

struct UriNotOwned: Rule {
  static let info = RuleInfo(
    "uri-not-owned", .uri, .warning,
    summary: "Require redirect URIs on authorized domains",
    why: "The authorized domains are the hosts that your team owns. A redirect to another host "
      + "sends authorization codes to someone else, unless a domain is missing from the list.",
    examples: .init(
      .policy, bad: ownership("https://⟦login.partner.example⟧/callback"),
      good: ownership("https://login.acme.example/callback")),
    traits: .uriPart)
  private static let roles: URIRoles = [.web, .google, .postLogout, .corsOrigin]

  private static func ownership(_ uri: String) -> String {
    ExamplePolicy.web(prod: uri) + """
      providers:
        firebase:
          project_id: { prod: acme-home }
          authorized_domains: { prod: [acme-home.firebaseapp.com, acme.example] }

      """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
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
        "host \(uri.lowerHost.quoted) is not under any authorized domain\(place)",
        help: "add \(uri.lowerHost.quoted) to `authorized_domains` if you own it")
    }
  }
}
