package import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import PolicyText

/// A link domain that the project does not have.
package struct LinkDomainUnlisted: Rule {
  package static let info = RuleInfo(
    "link-domain-unlisted", .firebase, .error,
    summary: "a link domain is one of the Hosting domains",
    why:
      "Firebase answers `INVALID_HOSTING_LINK_DOMAIN` and sends no email. Where the policy has no "
      + "`hosting_domains`, nothing is said.",
    examples: .init(
      .policy, bad: example("⟦links.acme.org⟧"), good: example("links.acme.example")))
  package static var trigger: Trigger { .firebaseEmails }
  package init() {}

  private static func example(_ domain: String) -> String {
    """
    linkpolicy: 1
    name: example
    apps:
      acme-ios: { platform: ios, bundle_id: com.acme.home, team_id: R7KM2QX94T, app_store_id: "1234567890" }
    domains:
      links.acme.example:
        links: [{ apps: [acme-ios], rules: [{ path: /__/auth/links }] }]
      links.acme.org:
        links: [{ apps: [acme-ios], rules: [{ path: /__/auth/links }] }]
    providers:
      firebase:
        project_id: { prod: acme-home }
        hosting_domains: { prod: [links.acme.example] }
        email_actions:
          sign_in:
            url: { prod: https://app.acme.example/finish }
            handle_code_in_app: true
            ios: acme-ios
            link_domain: \(domain)

    """
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let firebase = context.policy.firebase, let hosting = firebase.hostingDomains else {
      return
    }
    for action in firebase.emailActions {
      for (environment, domain) in action.linkDomain?.distinct ?? [] where !domain.value.isEmpty {
        let failing = context.firebaseEnvironments(of: environment).filter {
          guard let list = hosting[$0] else { return false }
          // Compared as the server does.
          return !list.contains { $0.value == domain.value }
        }
        guard let first = failing.first else { continue }
        let place = environment == nil && failing.count == 1 ? " of \(first)" : ""
        let list = (hosting[first] ?? []).map(\.value.string)
        let near = Nearest.name(to: domain.value.string, among: list)
        findings.report(
          domain.node, in: environment,
          "link domain \(domain.value.quoted) is not in hosting_domains\(place): Firebase will answer "
            + "auth/invalid-hosting-link-domain",
          help: near.map { "a similar domain is listed: `\(UTF8Text.visible($0))`" }
            ?? "add it to `hosting_domains`")
      }
    }
  }
}
