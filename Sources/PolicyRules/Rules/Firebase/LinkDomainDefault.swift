package import PolicyText
import PolicyModel

package struct LinkDomainDefault: Rule {
  package static let info = RuleInfo(
    "link-domain-default", .firebase, .error,
    summary: "Disallow the project's default domain as `link_domain`",
    why: "Firebase uses the project's own domain if the key is absent, and rejects it if you set "
      + "it.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.action(
        "url: https://app.acme.example/finish\n          link_domain: ⟦acme-home.firebaseapp.com⟧"),
      good: ExamplePolicy.action("url: https://app.acme.example/finish")),
    hides: ["link-domain-not-hosted"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let firebase = context.policy.firebase else { return }
    for action in firebase.emailActions {
      for (environment, domain) in action.linkDomain?.distinct ?? [] {
        let ids = (environment.map { [$0] } ?? Environment.allCases).compactMap {
          firebase.projectID?[$0]?.value.string
        }
        guard
          ids.contains(where: {
            domain.value == ExactString($0 + ".firebaseapp.com")
              || domain.value == ExactString($0 + ".web.app")
          })
        else { continue }
        findings.report(
          domain.node, in: environment,
          "`link_domain` must be a custom Hosting domain, found \(domain.value.quoted)",
          help: "remove `link_domain` to use the project's own domain")
      }
    }
  }
}
