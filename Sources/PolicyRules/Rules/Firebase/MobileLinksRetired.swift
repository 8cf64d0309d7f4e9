package import PolicyText
import PolicyModel

/// A project on the retired service.
package struct MobileLinksRetired: Rule {
  package static let info = RuleInfo(
    "mobile-links-retired", .firebase, .error, aliases: ["mobile-links-fdl"],
    summary: "links reach apps through a Hosting domain",
    why: "Dynamic Links are gone; the project still sends them.",
    examples: .init(
      .policy, bad: ExamplePolicy.firebase("mobile_links: ⟦dynamic_links⟧"),
      good: ExamplePolicy.firebase("mobile_links: hosting_domain")), isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let links = context.policy.firebase?.mobileLinks, links.value == "dynamic_links" else {
      return
    }
    findings.report(
      links.node, "the project still uses Firebase Dynamic Links",
      help: "write `mobile_links: hosting_domain`",
      fixes: findings.replacing(
        links.node, by: "hosting_domain", "use a Hosting domain", isSafe: false))
  }
}
