package import Diagnostics
import PolicyModel
import SourceTree
import TextSupport

/// Development in production.
package struct LocalhostInProd: Rule {
  package static let info = RuleInfo(
    "localhost-in-prod", .domain, .warning,
    summary: "localhost is not authorized in production",
    why: "Any program on a user's machine could start a sign-in of your project.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.firebase(
        "authorized_domains: { prod: [acme-home.firebaseapp.com, ⟦localhost⟧] }"),
      good: ExamplePolicy.firebase("authorized_domains: { prod: [acme-home.firebaseapp.com] }")))
  package static let isAdvice = true
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for entry in context.facts.authorizedDomains {
      let (environment, domain, host) = (entry.environment, entry.text, entry.name)
      guard environment != .sandbox, URIOccurrence.isLoopback(host) || host.hasSuffix(".localhost")
      else { continue }
      findings.report(
        domain.node, in: environment, "\(domain.value.quoted) is authorized in prod",
        help: "list it under sandbox only")
    }
  }
}
