import PolicyModel
import PolicyText

struct AppleTeamIdFormat: Rule {
  static let info = RuleInfo(
    "apple-team-id-format", .apple, .error,
    summary: "Require 10 characters in team IDs and key IDs",
    why: "A team ID or key ID has 10 characters from A-Z and 0-9. Apple rejects client secrets "
      + "with any other issuer.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.apple(
        "team_id: ⟦ACME⟧\n    key_id: K1L2M3N4O5\n    private_key: { env: APPLE_KEY }"),
      good: ExamplePolicy.apple(
        "team_id: R7KM2QX94T\n    key_id: K1L2M3N4O5\n    private_key: { env: APPLE_KEY }")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let apple = context.policy.apple else { return }
    var ids: [(name: String, environment: Environment?, id: LocatedText)] = []
    if let team = apple.teamID { ids.append(("team ID", nil, team)) }
    ids += (apple.keyID?.distinct ?? []).map { ("key ID", $0.environment, $0.value) }
    for (name, environment, id) in ids where !id.value.isEmpty {
      let isRight =
        id.value.utf8.count == 10
        && id.value.utf8.allSatisfy { $0.isDigit || (0x41...0x5A).contains($0) }
      guard !isRight else { continue }
      findings.report(
        id.node, in: environment,
        "\(name) must have 10 characters from A-Z and 0-9, found \(id.value.quoted)",
        help: "copy it from your Apple developer account")
    }
  }
}

struct AppleTeamMismatch: Rule {
  static let info = RuleInfo(
    "apple-team-mismatch", .apple, .warning,
    summary: "Require the same team for Sign in with Apple and its apps",
    why:
      "Apple gives a user one ID per team. With two teams, a person who signs in on the web is a different user in the app. The key also can't redeem or revoke the app's codes.",
    examples: .init(
      .policy, bad: example("⟦Q4TN8YB2KD⟧"), good: example("R7KM2QX94T")),
    references: ["Apple: creating a client secret", "Apple: Sign in with Apple REST API"])

  private static func example(_ team: String) -> String {
    ExamplePolicy.apple(
      "team_id: \(team)\n    key_id: K1L2M3N4O5\n    private_key: { env: APPLE_KEY }")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
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
