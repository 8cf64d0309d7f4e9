package import PolicyText
import PolicyModel

package struct ScopeRedundant: Rule {
  package static let info = RuleInfo(
    "scope-redundant", .google, .warning,
    summary: "Disallow scopes that a broader scope includes",
    why: "The consent screen lists both, and the narrower scope adds nothing.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.scope(
        "https://www.googleapis.com/auth/tasks, ⟦https://www.googleapis.com/auth/tasks.readonly⟧"),
      good: ExamplePolicy.scope("https://www.googleapis.com/auth/drive.file")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let google = context.policy.googleSignIn else { return }
    check(google.signInScopes, includedBy: [], &findings)
    // Sign-in scopes are granted before any feature is used.
    for (_, scopes) in google.featureScopes {
      check(scopes, includedBy: google.signInScopes, &findings)
    }
  }

  private func check(
    _ scopes: [LocatedText], includedBy others: [LocatedText], _ findings: inout Findings
  ) {
    let all = scopes + others
    guard all.count > 1 else { return }
    let values = all.map(\.value)
    for scope in scopes {
      guard let broad = GoogleScope.broader(than: scope.value, among: values),
        let place = all.first(where: { $0.value == broad })
      else { continue }
      findings.report(
        scope.node, "a broader scope includes \(scope.value.quoted)",
        help: "keep the narrower scope if it is enough, or else only \(broad.quoted)",
        notes: [findings.note("the broader scope", at: place.node)])
    }
  }
}
