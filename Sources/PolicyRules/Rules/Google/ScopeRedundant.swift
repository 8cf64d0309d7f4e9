package import PolicyText
import PolicyModel

/// A scope that another one grants already.
package struct ScopeRedundant: Rule {
  package static let info = RuleInfo(
    "scope-redundant", .google, .warning,
    summary: "no scope is asked for beside a broader one",
    why: "The consent screen asks the user for both, and the narrower one gives nothing.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.scope(
        "https://www.googleapis.com/auth/tasks, ⟦https://www.googleapis.com/auth/tasks.readonly⟧"),
      good: ExamplePolicy.scope("https://www.googleapis.com/auth/drive.file")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let google = context.policy.googleSignIn else { return }
    check(google.signInScopes, beside: [], &findings)
    // What sign-in asks for is granted before any feature is used.
    for (_, scopes) in google.featureScopes {
      check(scopes, beside: google.signInScopes, &findings)
    }
  }

  private func check(
    _ scopes: [LocatedText], beside others: [LocatedText], _ findings: inout Findings
  ) {
    let all = scopes + others
    guard all.count > 1 else { return }
    let values = all.map(\.value)
    for scope in scopes {
      guard let broad = GoogleScope.broader(than: scope.value, among: values),
        let place = all.first(where: { $0.value == broad })
      else { continue }
      findings.report(
        scope.node, "\(scope.value.quoted) is redundant: \(broad.quoted) covers it",
        help: "keep the narrower of the two if it is enough, else the broader",
        notes: [findings.note("the broader scope", at: place.node)])
    }
  }
}
