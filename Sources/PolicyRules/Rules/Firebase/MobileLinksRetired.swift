package import PolicyText
import PolicyModel

package struct MobileLinksRetired: Rule {
  package static let info = RuleInfo(
    "mobile-links-retired", .firebase, .error, aliases: ["mobile-links-fdl"],
    summary: "Disallow Firebase Dynamic Links for mobile links",
    why: "Dynamic Links was shut down on 2025-08-25, but this project still sends them.",
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
