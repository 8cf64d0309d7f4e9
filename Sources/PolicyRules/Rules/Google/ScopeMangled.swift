package import PolicyText
import PolicyModel

package struct ScopeMangled: Rule {
  package static let info = RuleInfo(
    "scope-mangled", .google, .error,
    summary: "Disallow scopes rewritten by a proxy site",
    why:
      "A translation or mirror site rewrote the URL when it was copied. Google returns "
      + "`invalid_scope`.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.scope(
        "⟦https://meilu.jpshuntong.com/url-68747470733a2f2f7777772e676f6f676c65617069732e636f6d/auth/drive.file⟧"
      ), good: ExamplePolicy.scope("https://www.googleapis.com/auth/drive.file")), isFixable: true,
    hides: ["scope-not-url", "scope-character"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for scope in context.googleScopes {
      guard let real = GoogleScope.unmangled(scope.value) else { continue }
      findings.report(
        scope.node, "scope points to a proxy site instead of Google",
        help: "write \(real.quoted)",
        fixes: findings.replacing(
          scope.node, by: real.string, "write the original scope", isSafe: true)
      )
    }
  }
}
