import PolicyText
import PolicyModel

struct AppleKeysIncomplete: Rule {
  static let info = RuleInfo(
    "apple-keys-incomplete", .apple, .error,
    summary: "Require `team_id`, `key_id` and `private_key` together",
    why:
      "If one is missing, you can't create a client secret, and the web flow fails at the token "
      + "endpoint. The web and Android use that flow, so they need all three. Apple apps need "
      + "none.",
    examples: .init(
      .policy, bad: ExamplePolicy.apple("⟦team_id⟧: R7KM2QX94T"),
      good: ExamplePolicy.apple(
        "team_id: R7KM2QX94T\n    key_id: K1L2M3N4O5\n    private_key: { env: APPLE_KEY }")),
    references: ["Firebase: authenticate using Apple", "Apple: creating a client secret"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    // `TODO` isn't a missing key.
    guard let apple = context.policy.apple,
      ![AppleSignInKey.teamID, .keyID, .privateKey].contains(where: {
        context.tree.isUnknown($0, in: apple.node)
      })
    else { return }
    let web = apple.platforms.first { $0.value == "web" || $0.value == "android" }
    if let web, apple.teamID == nil, apple.keyID == nil, apple.privateKey == nil {
      findings.report(
        web.node, "\(web.value.quoted) needs `team_id`, `key_id` and `private_key`, found none",
        help:
          "add all three from your Apple developer account; write the private key as a reference")
      return
    }
    let required = web == nil ? [] : environments(apple, context)
    for environment in Environment.allCases {
      let team = apple.teamID.flatMap { $0.value.isEmpty ? nil : $0.node }
      let key = apple.keyID?[environment].flatMap { $0.value.isEmpty ? nil : $0.node }
      let parts: [(name: String, node: NodeID?)] = [
        ("key_id", key), ("private_key", apple.privateKey?[environment]), ("team_id", team),
      ]
      // `team_id` serves both environments, so check it with each key, or once.
      let missing = parts.filter { $0.node == nil }.map(\.name)
      guard let there = parts.first(where: { $0.node != nil })?.node, !missing.isEmpty,
        key != nil || apple.privateKey?[environment] != nil || apple.keyID == nil
          || required.contains(environment)
      else { continue }
      let isSet = parts.filter { $0.node != nil }.map { "`\($0.name)`" }.joined(separator: ", ")
      let isShared = apple.keyID?.isShared ?? true && apple.privateKey?.isShared ?? true
      findings.report(
        context.tree.key(of: there) ?? there, in: isShared ? nil : environment,
        "\(isSet) is set without \(missing.map { "`\($0)`" }.joined(separator: " and "))",
        help: "add the missing keys, or remove all three")
      if isShared { break }
    }
  }

  /// The environments that use the web flow: with a Services ID, and in the Firebase project if there is one.
  private func environments(_ apple: AppleSignIn, _ context: RuleContext) -> [Environment] {
    let all = context.policy.firebase == nil ? Environment.allCases : context.firebaseEnvironments
    return all.filter { apple.servicesID?[$0] != nil }
  }
}
