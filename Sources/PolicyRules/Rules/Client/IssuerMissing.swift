import PolicyText
import PolicyModel

struct IssuerMissing: Rule {
  static let info = RuleInfo(
    "issuer-missing", .client, .note, aliases: ["iss-missing"],
    summary: "Require an issuer if there are several authorization servers",
    why: "An attacker can make a client of several servers send one server's code to another "
      + "(mix-up attack). `iss` in the response identifies the server.",
    examples: .init(
      .policy, bad: two("https://login.other.example/authorize", marked: true),
      good: two("https://auth.acme.example/authorize", marked: false)),
    references: ["RFC 9207", "RFC 9700 section 4.4"])

  private static func two(_ second: String, marked: Bool) -> String {
    func client(_ name: String, _ endpoint: String) -> String {
      """
        \(name):
          provider: generic
          type: web
          client_id: { prod: \(name)-prod }
          client_secret: { env: APP_SECRET }
          endpoints: { authorization: { prod: \(endpoint) } }
          redirect_uris: { prod: ["https://\(name).acme.example/callback"] }

      """
    }
    return "linkpolicy: 1\nname: example\nclients:\n"
      + client("one", "https://auth.acme.example/authorize")
      + client("two", marked ? "⟦\(second)⟧" : second)
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    let defaults = context.policy.authorizationServer
    for environment in Environment.allCases {
      var first: (host: ExactString, endpoint: LocatedText)?
      for client in context.policy.clients where client.clientID?[environment] != nil {
        guard (client.server?.issuer ?? defaults?.issuer)?[environment] == nil,
          let endpoint = (client.server?.authorizationEndpoint ?? defaults?.authorizationEndpoint)?[
            environment]
        else { continue }
        // A default for all clients is one server.
        guard first?.endpoint.node != endpoint.node else { continue }
        let host = URIParts(endpoint.value).lowerHost
        guard let known = first else {
          first = (host, endpoint)
          continue
        }
        guard known.host != host else { continue }
        findings.report(
          endpoint.node, in: environment,
          "\(environment) has several authorization servers (\(known.host.quoted), "
            + "\(host.quoted)) but no issuer",
          help: "add an `issuer` to each; responses then contain `iss`",
          notes: [findings.note("the other server", at: known.endpoint.node)])
        break
      }
    }
  }
}
