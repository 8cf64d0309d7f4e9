package import PolicyText
import PolicyModel

package struct ScopeUnknown: Rule {
  package static let info = RuleInfo(
    "scope-unknown", .google, .note,
    summary: "Disallow undocumented Google scopes",
    why:
      "Google returns `invalid_scope: Some requested scopes were invalid`. The list in "
      + "linkpolicy is from \(GoogleScopeTable.date), so a newer scope may be valid.",
    examples: .init(
      .policy, bad: ExamplePolicy.scope("⟦https://www.googleapis.com/auth/drive.flie⟧"),
      good: ExamplePolicy.scope("https://www.googleapis.com/auth/drive.file")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for scope in context.googleScopes where GoogleScope.isUnknown(scope.value) {
      let near = GoogleScope.nearest(to: scope.value)
      findings.report(
        scope.node, "unknown scope \(scope.value.quoted)",
        help: near.map { "did you mean \($0.quoted)?" }
          ?? "compare it with Google's list of scopes")
    }
  }
}
