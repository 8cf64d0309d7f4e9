package import PolicyText
import PolicyModel

/// A scope that needs Google's verification.
package struct ScopeSensitive: Rule {
  package static let info = RuleInfo(
    "scope-sensitive", .google, .note,
    summary: "sensitive Google scopes are requested deliberately",
    why:
      "Until Google has verified the app, users see a warning and their number is limited. Of most "
      + "scopes Google shows the class in its console only: what is said here is as of "
      + "\(GoogleScopeTable.date).",
    examples: .init(
      .policy, bad: ExamplePolicy.scope("⟦https://www.googleapis.com/auth/calendar.events⟧"),
      good: ExamplePolicy.scope("https://www.googleapis.com/auth/drive.file")),
    references: ["Google: restricted scopes (support.google.com/cloud/answer/13464325)"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for scope in context.googleScopes {
      guard let entry = GoogleScope.entry(of: scope.value), entry.kind == .sensitive else {
        continue
      }
      findings.report(
        scope.node,
        "\(scope.value.quoted) is \(entry.isInferred ? "probably " : "")a sensitive scope: it needs "
          + "verification by Google",
        help: "ask for a narrower scope if one is enough")
    }
  }
}
