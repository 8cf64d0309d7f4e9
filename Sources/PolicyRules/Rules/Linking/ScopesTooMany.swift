package import PolicyText
import PolicyModel

package struct ScopesTooMany: Rule {
  package static let info = RuleInfo(
    "scopes-too-many", .linking, .error, aliases: ["scopes-max"],
    summary: "Disallow more than 10 scopes for account linking",
    why: "Google's registration form accepts 10 scopes.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(
        settings: "scopes: [a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, ⟦a11⟧]"),
      good: ExamplePolicy.linking(settings: "scopes: [a1, a2, a3, a4, a5, a6, a7, a8, a9, a10]")),
    references: ["Google: AccountLinking"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients
    where client.provider?.value == .googleAccountLinking && client.scopes.count > 10 {
      findings.report(
        client.scopes[10].node, "client must have at most 10 scopes, found \(client.scopes.count)",
        help: "combine scopes that you always request together")
    }
  }
}
