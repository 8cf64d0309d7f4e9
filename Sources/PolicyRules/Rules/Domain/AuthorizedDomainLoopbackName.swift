package import PolicyText
import PolicyModel

/// The other name of the same machine.
package struct AuthorizedDomainLoopbackName: Rule {
  package static let info = RuleInfo(
    "authorized-domain-loopback-name", .domain, .warning, aliases: ["localhost-vs-127"],
    summary: "the loopback name that pages use is the one that is authorized",
    why: "`localhost` does not cover `127.0.0.1`, and the other way round: the web SDK compares "
      + "names. Development servers may use either.",
    examples: .init(
      .policy, bad: example("⟦localhost⟧"), good: example("localhost, 127.0.0.1")),
    references: ["firebase-js-sdk: validate_origin.ts"])
  package init() {}

  private static func example(_ domains: String) -> String {
    """
    linkpolicy: 1
    name: example
    providers:
      firebase:
        project_id: { sandbox: acme-home-sbx }
        authorized_domains: { sandbox: [acme-home-sbx.firebaseapp.com, \(domains)] }
      google_sign_in:
        web:
          client_id: { sandbox: \(GoogleClientIDs.web) }
          javascript_origins: { sandbox: ["http://127.0.0.1:5000"] }

    """
  }

  /// Silent where `localhost` alone is enough: no page of the policy uses the address.
  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for (environment, list) in context.policy.firebase?.authorizedDomains?.distinct ?? [] {
      let name = list.first { $0.value == "localhost" }
      let address = list.first { $0.value == "127.0.0.1" }
      if let name, address == nil, let page = page(on: "127.0.0.1", environment, context) {
        findings.report(
          name.node, in: environment, "`localhost` does not cover `127.0.0.1`",
          help: "list both, or use `localhost` everywhere",
          notes: [findings.note("a page on 127.0.0.1", at: page.node)])
      } else if let address, name == nil {
        findings.report(
          address.node, in: environment, "`127.0.0.1` does not cover `localhost`",
          help: "list `localhost` too: most development servers use it")
      }
    }
  }

  /// A page that could start a sign-in; continue URLs are judged by another rule.
  private func page(
    on host: ExactString, _ environment: Environment?, _ context: RuleContext
  ) -> URIOccurrence? {
    let pages: URIRoles = [.web, .google, .origin]
    return context.uris.first { uri in
      uri.isLoopback && uri.isWeb && pages.contains(uri.role) && uri.lowerHost == host
        && (environment.map(uri.belongs) ?? true)
    }
  }
}
