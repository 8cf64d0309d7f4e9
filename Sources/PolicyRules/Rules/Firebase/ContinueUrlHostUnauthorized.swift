import PolicyText
import PolicyModel

struct ContinueUrlHostUnauthorized: Rule {
  static let info = RuleInfo(
    "continue-url-host-unauthorized", .firebase, .error, aliases: ["continue-host-unauthorized"],
    summary: "Require authorized domains for continue URLs",
    why:
      "Firebase returns `auth/unauthorized-continue-uri` and sends no email. If the policy has "
      + "no `authorized_domains` for the environment, only the two default hosts of a project are "
      + "known to work. Any other host is then a warning, because the console's list may contain "
      + "it.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.action("url: https://⟦other.example⟧/finish", domains: "app.acme.example"),
      good: ExamplePolicy.action(
        "url: https://app.acme.example/finish", domains: "app.acme.example")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
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
              "the policy has no `authorized_domains`\(isOne ? " for \(first)" : ""), so "
                + "Firebase may reject host \(parts.lowerHost.quoted)",
              help: "copy the console's list to `authorized_domains`, and include "
                + "\(parts.lowerHost.quoted)")
          }
          continue
        }
        // A value for both environments may be listed for one of them.
        let list = environment == nil && failing.count == 1 ? "\(first)'s " : ""
        findings.report(
          url.node, text: range, in: environment,
          "continue URL host \(parts.lowerHost.quoted) is not in \(list)`authorized_domains`, "
            + "so Firebase sends no email",
          help: "add \(parts.lowerHost.quoted) to `authorized_domains`")
      }
    }
  }

  /// Whether a host is one of the project's two default hosts, or below one, as `simulate` assumes.
  private func isCovered(_ host: ExactString, byProject project: ExactString) -> Bool {
    [".firebaseapp.com", ".web.app"].contains { suffix in
      let own = ASCII.lowercased(ExactString(project.string + suffix))
      return host == own || host.isBelow(own)
    }
  }
}
