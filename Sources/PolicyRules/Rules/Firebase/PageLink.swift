package import Diagnostics
import PolicyModel
import SourceTree
import TextSupport

/// A retired link domain.
package struct PageLink: Rule {
  package static let info = RuleInfo(
    "page-link", .firebase, .error,
    summary: "Firebase Dynamic Links are not used",
    why: "They were shut down on 2025-08-25: such links lead nowhere.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.action(
        "url: https://app.acme.example/finish\n          link_domain: ⟦acme.page.link⟧"),
      good: ExamplePolicy.action("url: https://app.acme.example/finish")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for action in context.policy.firebase?.emailActions ?? [] {
      for values in [action.linkDomain, action.dynamicLinkDomain, action.url] {
        for (environment, text) in values?.distinct ?? [] {
          let parts = URIParts(text.value)
          let host = parts.authority == nil ? text.value : parts.lowerHost
          let isRetired = values?.node == action.dynamicLinkDomain?.node
          guard isRetired || host.hasSuffix(".page.link") else { continue }
          findings.report(
            text.node, text: parts.host, in: environment,
            "Firebase Dynamic Links shut down on 2025-08-25: \(host.quoted)",
            help: "use a Firebase Hosting link domain")
        }
      }
    }
  }
}
