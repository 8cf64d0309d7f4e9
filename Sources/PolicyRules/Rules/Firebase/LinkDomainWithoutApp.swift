package import PolicyText
import PolicyModel

package struct LinkDomainWithoutApp: Rule {
  package static let info = RuleInfo(
    "link-domain-without-app", .firebase, .warning, aliases: ["linkdomain-without-app"],
    summary: "Disallow `link_domain` without `handle_code_in_app`",
    why: "Firebase ignores `link_domain` unless `handle_code_in_app` is true.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.firebase(
        "email_actions: { verify_email: { url: \"https://acme-home.web.app/finish\", link_domain: ⟦links.acme.example⟧ } }"
      ),
      good: ExamplePolicy.firebase(
        "email_actions: { verify_email: { url: \"https://acme-home.web.app/finish\" } }")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for action in context.policy.firebase?.emailActions ?? []
    where action.handleCodeInApp?.value != true && action.name.value != "sign_in" {
      for (environment, domain) in action.linkDomain?.distinct ?? [] {
        findings.report(
          domain.node, in: environment,
          "Firebase ignores `link_domain` if `handle_code_in_app` is false",
          help: "write `handle_code_in_app: true`, or remove `link_domain`")
      }
    }
  }
}
