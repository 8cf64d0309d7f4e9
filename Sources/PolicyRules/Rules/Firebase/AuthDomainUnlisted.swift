package import PolicyText
import PolicyModel

/// An auth domain that the list does not have.
package struct AuthDomainUnlisted: Rule {
  package static let info = RuleInfo(
    "auth-domain-unlisted", .firebase, .error, aliases: ["custom-auth-domain-unlisted"],
    summary: "a custom auth domain is an authorized domain",
    why:
      "iOS compares it exactly, case included, with the list and refuses the sign-in otherwise. If "
      + "the policy has no list, it is a warning: the one in the console may have it.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.firebase(
        "auth_domain: { prod: ⟦auth.acme.example⟧ }\n    authorized_domains: { prod: [acme-home.firebaseapp.com] }"
      ),
      good: ExamplePolicy.firebase(
        "auth_domain: { prod: auth.acme.example }\n    authorized_domains: { prod: [acme-home.firebaseapp.com, auth.acme.example] }"
      )))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let firebase = context.policy.firebase else { return }
    for (environment, domain) in firebase.authDomain?.distinct ?? [] {
      guard !domain.value.hasSuffix(".firebaseapp.com"), !domain.value.hasSuffix(".web.app"),
        !domain.value.utf8.contains(where: { "/:?#@".utf8.contains($0) })
      else { continue }
      let isMissing = (environment.map { [$0] } ?? Environment.allCases).contains {
        firebase.authorizedDomains?[$0].map { list in
          !list.contains { $0.value == domain.value }
        } ?? false
      }
      let isUnknown = context.firebaseEnvironments(of: environment).contains {
        firebase.authorizedDomains?[$0] == nil
      }
      if !isMissing, isUnknown {
        findings.report(
          domain.node, in: environment, severity: .warning,
          "the policy has no `authorized_domains`, so iOS may refuse \(domain.value.quoted)",
          help: "write the console's list as `authorized_domains`, with \(domain.value.quoted)")
      }
      guard isMissing else { continue }
      findings.report(
        domain.node, in: environment,
        "custom auth domain \(domain.value.quoted) is not listed exactly in authorized_domains",
        help: "add it to `authorized_domains`")
    }
  }
}
