package import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import PolicyText

/// A retired link domain.
package struct LinkDomainRetired: Rule {
  package static let info = RuleInfo(
    "link-domain-retired", .firebase, .error, aliases: ["page-link"],
    summary: "Firebase Dynamic Links are not used",
    why: "They were shut down on 2025-08-25: such links lead nowhere.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.action(
        "url: https://app.acme.example/finish\n          link_domain: ⟦acme.page.link⟧"),
      good: ExamplePolicy.action("url: https://app.acme.example/finish")),
    references: ["Firebase: Dynamic Links deprecation FAQ"], isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for domain in context.policy.domains { check(domain.host, nil, &findings) }
    guard let firebase = context.policy.firebase else { return }
    for lists in [firebase.authorizedDomains, firebase.hostingDomains] {
      for (environment, domains) in lists?.distinct ?? [] {
        for domain in domains { check(domain, environment, &findings) }
      }
    }
    for action in firebase.emailActions {
      for values in [action.linkDomain, action.url] {
        for (environment, text) in values?.distinct ?? [] { check(text, environment, &findings) }
      }
      // Whatever it is: the service that would read it is gone.
      for (environment, text) in action.dynamicLinkDomain?.distinct ?? [] {
        check(
          text, environment, isRetired: true,
          fixes: action.dynamicLinkDomain.map {
            context.removing($0.node, "remove dynamic_link_domain", isSafe: false)
          } ?? [],
          &findings)
      }
    }
  }

  private func check(
    _ text: LocatedText, _ environment: Environment?, isRetired: Bool = false, fixes: [Fix] = [],
    _ findings: inout Findings
  ) {
    let bytes = text.value.utf8
    guard isRetired || (bytes.count > 10 && Self.isRetired(text.value)) else { return }
    let parts = URIParts(text.value)
    let host = parts.authority == nil ? text.value : parts.lowerHost
    findings.report(
      text.node, text: parts.host, in: environment,
      "Firebase Dynamic Links shut down on 2025-08-25: \(host.quoted)",
      help: "use a Firebase Hosting link domain", fixes: fixes)
  }

  /// A host of the service, or an address on one.
  private static func isRetired(_ text: ExactString) -> Bool {
    // Most texts are bare hosts.
    let parts = text.contains(UInt8(ascii: "/")) ? URIParts(text) : nil
    let host = parts?.authority == nil ? ASCII.lowercased(text) : parts?.lowerHost ?? ""
    return host.hasSuffix(".page.link") || host.hasSuffix(".app.goo.gl")
  }
}
