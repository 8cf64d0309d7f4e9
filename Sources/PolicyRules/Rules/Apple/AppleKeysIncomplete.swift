package import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import PolicyText

/// Half a key.
package struct AppleKeysIncomplete: Rule {
  package static let info = RuleInfo(
    "apple-keys-incomplete", .apple, .error,
    summary: "team_id, key_id and private_key go together",
    why:
      "With a part missing no client secret can be made: the web flow fails at the token endpoint.",
    examples: .init(
      .policy, bad: ExamplePolicy.apple("⟦team_id⟧: R7KM2QX94T"),
      good: ExamplePolicy.apple(
        "team_id: R7KM2QX94T\n    key_id: K1L2M3N4O5\n    private_key: { env: APPLE_KEY }")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let apple = context.policy.apple else { return }
    for environment in Environment.allCases {
      let team = apple.teamID.flatMap { $0.value.isEmpty ? nil : $0.node }
      let key = apple.keyID?[environment].flatMap { $0.value.isEmpty ? nil : $0.node }
      let parts: [(name: String, node: NodeID?)] = [
        ("key_id", key), ("private_key", apple.privateKey?[environment]), ("team_id", team),
      ]
      // The team ID alone serves both environments: judge it where a key is, or once.
      let missing = parts.filter { $0.node == nil }.map(\.name)
      guard let there = parts.first(where: { $0.node != nil })?.node, !missing.isEmpty,
        key != nil || apple.privateKey?[environment] != nil || apple.keyID == nil
      else { continue }
      let isShared = apple.keyID?.isShared ?? true && apple.privateKey?.isShared ?? true
      findings.report(
        context.tree.key(of: there) ?? there, in: isShared ? nil : environment,
        "team_id, key_id and private_key go together: "
          + missing.map { "`\($0)`" }.joined(separator: ", ") + " missing",
        help: "add what is missing, or remove the rest")
      if isShared { break }
    }
  }
}
