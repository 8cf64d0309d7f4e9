import PolicyText
import PolicyModel

struct AuthDomainUnlisted: Rule {
  static let info = RuleInfo(
    "auth-domain-unlisted", .firebase, .error, aliases: ["custom-auth-domain-unlisted"],
    summary: "Require custom auth domains among the authorized domains",
    why:
      "iOS compares the auth domain with the list exactly, including case, and rejects the "
      + "sign-in if it isn't there. If the policy has no list, this is a warning, because the "
      + "console's list may contain the domain.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.firebase(
        "auth_domain: { prod: ⟦auth.acme.example⟧ }\n    authorized_domains: { prod: [acme-home.firebaseapp.com] }"
      ),
      good: ExamplePolicy.firebase(
        "auth_domain: { prod: auth.acme.example }\n    authorized_domains: { prod: [acme-home.firebaseapp.com, auth.acme.example] }"
      )))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
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
          "the policy has no `authorized_domains`, so iOS may reject \(domain.value.quoted)",
          help:
            "copy the console's list to `authorized_domains`, and include \(domain.value.quoted)")
      }
      guard isMissing else { continue }
      findings.report(
        domain.node, in: environment,
        "custom auth domain \(domain.value.quoted) is not in `authorized_domains`, so iOS "
          + "rejects it",
        help: "add \(domain.value.quoted) to `authorized_domains`, with the same case")
    }
  }
}
