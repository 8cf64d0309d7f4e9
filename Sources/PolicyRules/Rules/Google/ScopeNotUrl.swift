package import PolicyText
import PolicyModel

package struct ScopeNotUrl: Rule {
  package static let info = RuleInfo(
    "scope-not-url", .google, .error,
    summary: "Require full scope URLs, one per item",
    why:
      "Apart from `openid`, `email` and `profile`, a scope is a full https URL. Google compares "
      + "scopes as whole strings and returns `invalid_scope` for a short name or two scopes in "
      + "one item.",
    examples: .init(
      .policy, bad: ExamplePolicy.scope("⟦drive.file⟧"),
      good: ExamplePolicy.scope("https://www.googleapis.com/auth/drive.file")),
    hides: ["scope-character"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for scope in context.googleScopes {
      if GoogleScope.isLegacyFeed(scope.value) {
        findings.report(
          scope.node, severity: .warning,
          "\(scope.value.quoted) is the scope of a discontinued feed API",
          help: "request the scope of the API that replaced it")
        continue
      }
      guard let problem = GoogleScope.fault(of: scope.value) else { continue }
      findings.report(
        scope.node, "\(scope.value.quoted) is not a valid scope: \(problem.message)",
        help: problem.help
      )
    }
  }
}
