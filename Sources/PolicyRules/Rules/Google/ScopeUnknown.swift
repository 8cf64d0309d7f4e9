package import PolicyText
import PolicyModel

/// A scope that nobody has heard of.
package struct ScopeUnknown: Rule {
  package static let info = RuleInfo(
    "scope-unknown", .google, .note,
    summary: "a scope is one that Google documents",
    why:
      "Google answers `invalid_scope: Some requested scopes were invalid`. The list of linkpolicy is "
      + "dated \(GoogleScopeTable.date); a newer scope is no mistake.",
    examples: .init(
      .policy, bad: ExamplePolicy.scope("⟦https://www.googleapis.com/auth/drive.flie⟧"),
      good: ExamplePolicy.scope("https://www.googleapis.com/auth/drive.file")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for scope in context.googleScopes where GoogleScope.isUnknown(scope.value) {
      let near = GoogleScope.nearest(to: scope.value)
      findings.report(
        scope.node, "\(scope.value.quoted) is no scope that linkpolicy knows",
        help: near.map { "a similar scope exists: \($0.quoted)" }
          ?? "compare it with Google's list of scopes")
    }
  }
}
