package import PolicyText
import PolicyModel

package struct AppleTeamMismatch: Rule {
  package static let info = RuleInfo(
    "apple-team-mismatch", .apple, .warning,
    summary: "Require the same team for Sign in with Apple and its apps",
    why:
      "Apple gives a user one ID per team. With two teams, a person who signs in on the web is a different user in the app. The key also can't redeem or revoke the app's codes.",
    examples: .init(
      .policy, bad: example("⟦Q4TN8YB2KD⟧"), good: example("R7KM2QX94T")),
    references: ["Apple: creating a client secret", "Apple: Sign in with Apple REST API"])
  package init() {}

  private static func example(_ team: String) -> String {
    ExamplePolicy.apple(
      "team_id: \(team)\n    key_id: K1L2M3N4O5\n    private_key: { env: APPLE_KEY }")
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let apple = context.policy.apple, let team = apple.teamID,
      AppleAppIdFormat.isTeam(team.value)
    else { return }
    for (environment, references) in apple.bundleApps?.distinct ?? [] {
      for reference in references {
        guard let found = context.workspace.app(reference.value, from: context.document),
          let other = found.app.teamID, AppleAppIdFormat.isTeam(other.value),
          other.value != team.value
        else { continue }
        findings.report(
          team.node, in: environment,
          "team is \(team.value.quoted), but app \(reference.value.quoted) belongs to team "
            + "\(other.value.quoted)",
          help: "use a key of the app's team",
          notes: [findings.note("the app's team", at: other.node, of: found.document)])
        return
      }
    }
  }
}
