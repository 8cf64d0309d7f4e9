package import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import PolicyText

/// A continue URL on a foreign host.
package struct ContinueUrlHostUnauthorized: Rule {
  package static let info = RuleInfo(
    "continue-url-host-unauthorized", .firebase, .error, aliases: ["continue-host-unauthorized"],
    summary: "the host of a continue URL is an authorized domain",
    why: "Firebase answers `auth/unauthorized-continue-uri` and sends no email.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.action("url: https://⟦other.example⟧/finish", domains: "app.acme.example"),
      good: ExamplePolicy.action(
        "url: https://app.acme.example/finish", domains: "app.acme.example")))
  package static var trigger: Trigger { .firebaseEmails }
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    let hosts = context.index.hosts
    for action in context.policy.firebase?.emailActions ?? [] {
      for (environment, url) in action.url?.distinct ?? [] {
        let parts = URIParts(url.value)
        guard let range = parts.host, !range.isEmpty, !parts.lowerHost.hasSuffix(".page.link")
        else {
          continue
        }
        let judged = (environment.map { [$0] } ?? Environment.allCases).filter {
          hosts.withAuthorizedDomains.contains(EnvironmentSet($0))
        }
        let failing = judged.filter { !hosts.isAuthorized(parts.lowerHost, in: $0) }
        guard let first = failing.first else { continue }
        // A value for both environments may be listed for one of them.
        let list = environment == nil && failing.count == 1 ? " of \(first)" : ""
        findings.report(
          url.node, text: range, in: environment,
          "continue URL host \(parts.lowerHost.quoted) is not in authorized_domains\(list): Firebase "
            + "will answer auth/unauthorized-continue-uri",
          help: "add the host to `authorized_domains`")
      }
    }
  }
}
