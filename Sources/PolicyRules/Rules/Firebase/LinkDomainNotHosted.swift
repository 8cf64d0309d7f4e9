package import PolicyText
import PolicyModel

package struct LinkDomainNotHosted: Rule {
  package static let info = RuleInfo(
    "link-domain-not-hosted", .firebase, .error,
    summary: "Require link domains among the Hosting domains",
    why:
      "Firebase accepts only the project's custom Hosting domains as link domains. For any "
      + "other domain it returns `INVALID_HOSTING_LINK_DOMAIN` and sends no email.",
    examples: .init(
      .policy, bad: example("⟦other.acme.example⟧"), good: example("links.acme.example")),
    references: ["Firebase: customizing the link domain"],
    hides: ["link-host-undeclared"])
  package init() {}

  private static func example(_ domain: String) -> String {
    ExamplePolicy.signIn(
      "handle_code_in_app: true\n        ios: acme-ios\n        link_domain: \(domain)",
      appStoreID: ", app_store_id: \"1234567890\"",
      domains: """
        domains:
          links.acme.example:
            links: [{ apps: [acme-ios], rules: [{ path: /__/auth/links }] }]

        """
    ).replacingKey(
      "    email_actions:", by: "    hosting_domains: [links.acme.example]\n    email_actions:")
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let firebase = context.policy.firebase, let hosting = firebase.hostingDomains else {
      return
    }
    for action in firebase.emailActions {
      for (environment, domain) in action.linkDomain?.distinct ?? [] where !domain.value.isEmpty {
        // The rule skips environments without a list.
        let failing = context.firebaseEnvironments(of: environment).filter { judged in
          hosting[judged].map { list in !list.contains { $0.value == domain.value } } ?? false
        }
        guard let first = failing.first else { continue }
        let isOne = environment == nil && failing.count < context.firebaseEnvironments.count
        findings.report(
          domain.node, in: isOne ? first : environment,
          "\(domain.value.quoted) is not in `hosting_domains`\(isOne ? " of \(first)" : ""), so "
            + "Firebase sends no email",
          help: "add it to `hosting_domains`, or use a domain from that list",
          notes: [findings.note("the Hosting domains", at: context.place(of: hosting, first))])
      }
    }
  }
}
