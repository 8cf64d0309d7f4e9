import PolicyModel
import PolicyText

struct NativeUriUnclaimed: Rule {
  static let info = RuleInfo(
    "native-uri-unclaimed", .native, .warning,
    summary: "Require an app that opens the https redirect URIs of native clients",
    why: "A native client receives a response to an https URI only if the host's association files "
      + "open its app there. If they don't, the response stays in the browser and sign-in doesn't "
      + "finish. A host that no policy has in `domains` is not checked.",
    examples: .policy(
      bad: example("https://www.acme.example⟦/callbak⟧"),
      good: example("https://www.acme.example/callback")),
    references: ["RFC 8252 section 7.2"])

  private static func example(_ uri: String) -> String {
    ExamplePolicy.ios() + """
      domains:
        www.acme.example:
          links: [{ apps: [acme-ios], rules: [{ path: /callback }] }]
      clients:
        app:
          provider: generic
          type: native
          client_id: { prod: app-prod }
          redirect_uris: { prod: ["\(uri)"] }

      """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    var hosts = LinkHosts(context)
    for uri in context.uris where uri.role == .native && uri.isHTTPS && !uri.isLoopback {
      let apps = context.apps(of: uri.lowerHost)
      let separator = uri.parts.query == nil ? "?" : "&"
      let response = URIParts(ExactString("\(uri.text)\(separator)code=C1&state=s1"))
      for environment in Environment.allCases
      where uri.belongs(to: environment) && context.client(of: uri)?.clientID?[environment] != nil {
        let answers = apps.filter { $0.exists(in: environment) }
          .map { hosts.answer(response, app: $0, in: environment) }
        guard answers.contains(.closed), !answers.contains(.opens) else { continue }
        findings.report(
          uri.node, text: uri.parts.path, in: uri.environment,
          "\(uri.lowerHost.quoted) doesn't open an app at this path in \(environment), so the "
            + "response stays in the browser",
          help: "add a rule for this path to the host's `links`")
        break
      }
    }
  }
}

extension RuleContext {
  fileprivate func client(of uri: LocatedURI) -> Client? { uri.client.map { policy.clients[$0] } }

  /// The apps of this policy, and of those that declare the host.
  fileprivate func apps(of host: ExactString) -> [Workspace.AppReference] {
    let others = workspaceIndex.domains(host).map(\.document)
      .filter { $0.tree.file != tree.file }
    return ([document] + others).flatMap { document in
      document.policy.apps.compactMap { workspace.app($0.id.value, from: document) }
    }
  }
}
