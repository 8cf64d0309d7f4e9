package import PolicyText
import PolicyModel

/// Text that is no scope.
package struct ScopeNotUrl: Rule {
  package static let info = RuleInfo(
    "scope-not-url", .google, .error,
    summary: "a scope is openid, email, profile or a full https URL, one per item",
    why:
      "Google compares scopes as whole texts: a short name or two scopes in one item are `invalid_scope`.",
    examples: .init(
      .policy, bad: ExamplePolicy.scope("⟦drive.file⟧"),
      good: ExamplePolicy.scope("https://www.googleapis.com/auth/drive.file")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for scope in context.googleScopes {
      if GoogleScope.isLegacyFeed(scope.value) {
        findings.report(
          scope.node, severity: .warning,
          "\(scope.value.quoted) is the scope of a feed that was switched off",
          help: "ask for the scope of the API that took its place")
        continue
      }
      guard let fault = GoogleScope.fault(of: scope.value) else { continue }
      findings.report(
        scope.node, "\(scope.value.quoted) is no scope: \(fault.message)", help: fault.help)
    }
  }
}
