package import PolicyText
import PolicyModel

/// A scope that went through a mirror.
package struct ScopeMangled: Rule {
  package static let info = RuleInfo(
    "scope-mangled", .google, .error,
    summary: "a scope is Google's own URL",
    why:
      "A translation or mirror site rewrote the address when it was copied. Google answers `invalid_scope`.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.scope(
        "⟦https://meilu.jpshuntong.com/url-68747470733a2f2f7777772e676f6f676c65617069732e636f6d/auth/drive.file⟧"
      ), good: ExamplePolicy.scope("https://www.googleapis.com/auth/drive.file")), isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for scope in context.googleScopes {
      guard let real = GoogleScope.unmangled(scope.value) else { continue }
      findings.report(
        scope.node, "the host of the scope is a proxy; the real scope is \(real.quoted)",
        help: "write \(real.quoted)",
        fixes: findings.replacing(scope.node, by: real.string, "write the real scope", isSafe: true)
      )
    }
  }
}
