package import PolicyText
import PolicyModel

package struct ScopeRestricted: Rule {
  package static let info = RuleInfo(
    "scope-restricted", .google, .warning,
    summary: "Require a review of restricted Google scopes",
    why: "Google lets an app use a restricted scope only after verification and a yearly security "
      + "assessment. Until then, users see a warning and the number of users is limited.",
    examples: .init(
      .policy, bad: ExamplePolicy.scope("⟦https://www.googleapis.com/auth/drive⟧"),
      good: ExamplePolicy.scope("https://www.googleapis.com/auth/drive.file")),
    references: ["Google: restricted scopes (support.google.com/cloud/answer/13464325)"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for scope in context.googleScopes {
      guard let entry = GoogleScope.entry(of: scope.value), entry.kind == .restricted else {
        continue
      }
      let isDrive = scope.value.hasPrefix("https://www.googleapis.com/auth/drive")
      findings.report(
        scope.node,
        "\(scope.value.quoted) is \(entry.isInferred ? "probably " : "")restricted, so Google "
          + "requires a security assessment",
        help: isDrive
          ? "use `https://www.googleapis.com/auth/drive.file` if it is enough"
          : "request a narrower scope if one is enough")
    }
  }
}
