import PolicyModel
import PolicyText

struct AppleTeamIdFormat: Rule {
  static let info = RuleInfo(
    "apple-team-id-format", .apple, .error,
    summary: "Require 10 characters in team IDs and key IDs",
    why: "A team ID or key ID has 10 characters from A-Z and 0-9. Apple rejects client secrets "
      + "with any other issuer.",
    examples: .policy(
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
    examples: .policy(bad: example("⟦Q4TN8YB2KD⟧"), good: example("R7KM2QX94T")),
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

struct AppleKeyFileMismatch: Rule {
  static let info = RuleInfo(
    "apple-key-file-mismatch", .apple, .warning,
    summary: "Require the private key of the key ID",
    why: "Apple names the file of a private key after its key ID: `AuthKey_KEYID.p8`. If a client "
      + "secret is signed with another key than its key ID says, Apple returns `invalid_client`.",
    examples: .policy(
      bad: example("⟦{ file: secrets/AuthKey_Z9Y8X7W6V5.p8 }⟧"),
      good: example("{ file: secrets/AuthKey_K1L2M3N4O5.p8 }")),
    references: ["Apple: creating a client secret"])

  private static func example(_ reference: String) -> String {
    ExamplePolicy.apple(
      "team_id: R7KM2QX94T\n    key_id: K1L2M3N4O5\n    private_key: \(reference)")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let apple = context.policy.apple else { return }
    for (environment, reference) in apple.privateKeyReference?.distinct ?? [] {
      guard case .file(let path) = reference.value,
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map({
          ExactString(decoding: $0)
        }),
        name.hasPrefix("AuthKey_"), name.hasSuffix(".p8"), name.utf8.count == 21
      else { continue }
      let keys = (environment.map { [$0] } ?? Environment.allCases).compactMap { apple.keyID?[$0] }
      guard let key = keys.first,
        !keys.contains(where: { name == ExactString("AuthKey_\($0.value).p8") })
      else { continue }
      findings.report(
        reference.node, in: environment,
        "\(name.quoted) is not the private key of the key ID \(key.value.quoted)",
        help: "write the file of that key, or the key ID of this file",
        notes: [findings.note("the key ID", at: key.node)])
    }
  }
}

struct AppleKeysIncomplete: Rule {
  static let info = RuleInfo(
    "apple-keys-incomplete", .apple, .error,
    summary: "Require `team_id`, `key_id` and `private_key` together",
    why: "If one is missing, you can't create a client secret, and the web flow fails at the token "
      + "endpoint. The web and Android use that flow, so they need all three. Apple apps need "
      + "none.",
    examples: .policy(
      bad: ExamplePolicy.apple("⟦team_id⟧: R7KM2QX94T"),
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
      // `team_id` applies to both environments, so check it with each key, or once.
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
