import PolicyDecision
package import PolicyText
import PolicyModel

package struct LinkRuleNotPortable: Rule {
  package static let info = RuleInfo(
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
    """
    linkpolicy: 1
    name: lumen
    apps:
      lumen-ios: { platform: ios, bundle_id: com.lumen.home, team_id: K7MQ2XW94T }
      lumen-android:
        platform: android
        package_name: com.lumen.home
        sha256_cert_fingerprints:
          - "3B:7E:91:0C:55:AD:12:F8:60:4D:E3:27:9A:BC:08:71:D6:2F:84:19:C0:5E:A7:33:F1:68:0B:D2:94:47:EE:1A"
          - "C2:15:8F:60:D3:4A:77:09:BE:E1:5C:28:93:F6:0D:42:AB:71:1E:85:30:CF:D8:64:5A:9B:07:E2:3D:F4:16:88"
    domains:
      www.lumen.example:
        environment: prod
        links: [{ apps: [lumen-ios, lumen-android], rules: [{ path: \(path) }] }]

    """
  }

  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for finding in context.document.portabilityFindings(in: context.workspace) {
      findings.report(
        finding.anchor.node, severity: finding.severity, finding.message, help: finding.help)
    }
  }
}
