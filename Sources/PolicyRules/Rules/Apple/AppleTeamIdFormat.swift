package import PolicyText
import PolicyModel

package struct AppleTeamIdFormat: Rule {
  package static let info = RuleInfo(
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
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let apple = context.policy.apple else { return }
    var ids: [(name: String, environment: Environment?, id: LocatedText)] = []
    if let team = apple.teamID { ids.append(("team ID", nil, team)) }
    ids += (apple.keyID?.distinct ?? []).map { ("key ID", $0.environment, $0.value) }
    for (name, environment, id) in ids where !id.value.isEmpty {
      let isRight =
        id.value.utf8.count == 10
        && id.value.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
      guard !isRight else { continue }
      findings.report(
        id.node, in: environment,
        "\(name) must have 10 characters from A-Z and 0-9, found \(id.value.quoted)",
        help: "copy it from your Apple developer account")
    }
  }
}
