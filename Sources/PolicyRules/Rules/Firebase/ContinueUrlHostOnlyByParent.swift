package import PolicyText
import PolicyModel

package struct ContinueUrlHostOnlyByParent: Rule {
  package static let info = RuleInfo(
    "continue-url-host-only-by-parent", .firebase, .warning, aliases: ["subdomain-only-by-parent"],
    summary: "Require the exact host of a continue URL in `authorized_domains`",
    why: "A parent domain is enough for sign-in by popup or redirect. Phone sign-in compares hosts "
      + "exactly: reCAPTCHA returns `Hostname match not found`.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.action("url: https://⟦app.acme.example⟧/finish", domains: "acme.example"),
      good: ExamplePolicy.action(
        "url: https://app.acme.example/finish", domains: "app.acme.example")),
    references: ["firebase-js-sdk issue 9422 (observed)"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let firebase = context.policy.firebase, firebase.authorizedDomains != nil else { return }
    for action in firebase.emailActions {
      for (environment, url) in action.url?.distinct ?? [] {
        let parts = URIParts(url.value)
        let host = parts.lowerHost
        guard let range = parts.host, !host.isEmpty, !host.hasSuffix(".localhost") else { continue }
        let isOnlyByParent = (environment.map { [$0] } ?? Environment.allCases).contains {
          guard let list = firebase.authorizedDomains?[$0] else { return false }
          return context.index.hosts.isAuthorized(host, in: $0)
            && !list.contains { HostEnvironments.bareHost($0.value) == host }
        }
        guard isOnlyByParent,
          let parent = context.index.hosts.authorizedDomain(covering: host), parent != host
        else { continue }
        findings.report(
          url.node, text: range, in: environment,
          "\(host.quoted) is authorized only through \(parent.quoted), but phone sign-in needs "
            + "the exact host",
          help: "add \(host.quoted) to `authorized_domains`")
      }
    }
  }
}
