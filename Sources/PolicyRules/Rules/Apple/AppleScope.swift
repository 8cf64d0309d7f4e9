package import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import PolicyText

/// A scope that Apple does not have.
package struct AppleScope: Rule {
  package static let info = RuleInfo(
    "apple-scope", .apple, .error,
    summary: "Apple scopes are name and email",
    why: "Apple answers others with `invalid_scope`.",
    examples: .init(
      .policy, bad: ExamplePolicy.apple("scopes: [name, ⟦openid⟧]"),
      good: ExamplePolicy.apple("scopes: [name, email]")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for scope in context.policy.apple?.scopes ?? []
    where scope.value != "name" && scope.value != "email" {
      findings.report(
        scope.node, "\(scope.value.quoted) is no Apple scope: only `name` and `email`",
        help: "remove it")
    }
  }
}
