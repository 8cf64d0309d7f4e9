package import PolicyText
import PolicyModel

/// A continue URL on a foreign host.
package struct ContinueUrlHostUnauthorized: Rule {
  package static let info = RuleInfo(
    "continue-url-host-unauthorized", .firebase, .error, aliases: ["continue-host-unauthorized"],
    summary: "the host of a continue URL is an authorized domain",
    why:
      "Firebase answers `auth/unauthorized-continue-uri` and sends no email. If the policy has no "
      + "`authorized_domains`, or none for the environment, another host than the two that Firebase "
      + "gives every project is a warning: the list in the console may have more.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.action("url: https://⟦other.example⟧/finish", domains: "app.acme.example"),
      good: ExamplePolicy.action(
        "url: https://app.acme.example/finish", domains: "app.acme.example")))
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
        let judged = environment.map { [$0] } ?? Environment.allCases
        let (stated, assumed) = (
          judged.filter { hosts.withAuthorizedDomains.contains(EnvironmentSet($0)) },
          judged.filter { !hosts.withAuthorizedDomains.contains(EnvironmentSet($0)) }
        )
        let failing = stated.filter { !hosts.isAuthorized(parts.lowerHost, in: $0) }
        guard let first = failing.first else {
          let foreign = assumed.filter { environment in
            context.policy.firebase?.projectID?[environment].map {
              !isCovered(parts.lowerHost, byProject: $0.value)
            } ?? false
          }
          if let first = foreign.first {
            let isOne = foreign.count == 1
            findings.report(
              url.node, text: range, in: environment ?? (isOne ? first : nil), severity: .warning,
              "the policy has no authorized_domains\(isOne ? " for \(first)" : ""), and "
                + "\(parts.lowerHost.quoted) is none of those that every project has: Firebase may "
                + "answer auth/unauthorized-continue-uri",
              help: "write the list of the console as `authorized_domains`, the host among it")
          }
          continue
        }
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

  /// True for the two hosts of a project and what lies below them, as `simulate` assumes.
  private func isCovered(_ host: ExactString, byProject project: ExactString) -> Bool {
    [".firebaseapp.com", ".web.app"].contains { suffix in
      let own = ASCII.lowercased(ExactString(project.string + suffix))
      return host == own || host.isBelow(own)
    }
  }
}
