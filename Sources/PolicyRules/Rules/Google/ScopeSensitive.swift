package import PolicyText
import PolicyModel

package struct ScopeSensitive: Rule {
  package static let info = RuleInfo(
    "scope-sensitive", .google, .note,
    summary: "Require a review of sensitive Google scopes",
    why:
      "Until Google verifies the app, users see a warning and the number of users is limited. "
      + "Google shows the class of most scopes only in its console; this list is from "
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
        "\(scope.value.quoted) is \(entry.isInferred ? "probably " : "")sensitive, so Google "
          + "must verify the app",
        help: "request a narrower scope if one is enough")
    }
  }
}
