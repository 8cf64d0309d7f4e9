import PolicyDecision
import PolicyText
import PolicyModel

struct LinkRuleNotPortable: Rule {
  static let info = RuleInfo(
    "link-rule-not-portable", .association, .warning, aliases: ["rule-not-portable"],
    summary: "Require link rules to match the same links on iOS and Android",
    why:
      "Android compares decoded paths without backtracking, and has no variables and no option to "
      + "ignore case. A link that it can't express opens the browser. If it can't express an exclude, the app "
      + "opens links that must stay in the browser, which is an error.",
    examples: .init(
      .policy, bad: example("⟦/*/lights/*⟧"), good: example("/lights/*")),
    references: [
      "Android: Dynamic App Links (Android 15 and later)", "AOSP PatternMatcher (certain)",
    ])

  private static func example(_ path: String) -> String {
    ExamplePolicy.bothPlatforms + ExamplePolicy.link(path, apps: "acme-ios, acme-android")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for finding in context.document.portabilityFindings(in: context.workspace) {
      findings.report(
        finding.anchor.node, severity: finding.severity, finding.message, help: finding.help)
    }
  }
}
