package import PolicyText
import PolicyModel

/// The key of one team, the app of another.
package struct AppleTeamMismatch: Rule {
  package static let info = RuleInfo(
    "apple-team-mismatch", .apple, .warning,
    summary: "the team of Sign in with Apple is the team of the apps",
    why:
      "Apple gives a user one ID per team: with two teams a person who signs in on the web is "
      + "somebody else in the app, and codes of the app cannot be redeemed or revoked with the key.",
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
          "team \(team.value.quoted) is not the team \(other.value.quoted) of app "
            + "\(reference.value.quoted)",
          help: "use a key of the team that the app belongs to",
          notes: [findings.note("the team of the app", at: other.node, of: found.document)])
        return
      }
    }
  }
}
