import PolicyText
import PolicyModel

struct AuthorizedDomainLoopbackName: Rule {
  static let info = RuleInfo(
    "authorized-domain-loopback-name", .domain, .warning, aliases: ["localhost-vs-127"],
    summary: "Require the loopback name that pages use",
    why: "`localhost` doesn't cover `127.0.0.1` and `127.0.0.1` doesn't cover `localhost`, because "
      + "the web SDK compares names. Development servers use either.",
    examples: .init(
      .policy, bad: example("⟦localhost⟧"), good: example("localhost, 127.0.0.1")),
    references: ["firebase-js-sdk: validate_origin.ts"])

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

  /// Doesn't report `localhost` alone if no page of the policy uses 127.0.0.1.
  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for (environment, list) in context.policy.firebase?.authorizedDomains?.distinct ?? [] {
      let name = list.first { $0.value == "localhost" }
      let address = list.first { $0.value == "127.0.0.1" }
      if let name, address == nil, let page = page(on: "127.0.0.1", environment, context) {
        findings.report(
          name.node, in: environment,
          "`127.0.0.1` is not authorized, because `localhost` doesn't include it",
          help: "add `127.0.0.1`, or use `localhost` in the URL",
          notes: [findings.note("a page on 127.0.0.1", at: page.node)])
      } else if let address, name == nil {
        findings.report(
          address.node, in: environment,
          "`localhost` is not authorized, because `127.0.0.1` doesn't include it",
          help: "add `localhost`, which most development servers use")
      }
    }
  }

  /// A page that could start a sign-in; other rules check continue URLs.
  private func page(
    on host: ExactString, _ environment: Environment?, _ context: RuleContext
  ) -> LocatedURI? {
    let pages: URIRoles = [.web, .google, .origin]
    return context.uris.first { uri in
      uri.isLoopback && uri.isWeb && pages.contains(uri.role) && uri.lowerHost == host
        && (environment.map(uri.belongs) ?? true)
    }
  }
}
