package import PolicyText

extension RuleRegistry {
  /// Rules of the structure check; some also apply to association files.
  static let structureTable: [RuleInfo] = [
    .unknownKey, .missingKey, .notAPolicy, .wrongType, .unknownValue, .clientSecretInPolicy,
  ]
}

extension RuleInfo {
  package static let unknownKey = RuleInfo(
    "unknown-key", .structure, .error, aliases: ["yaml-unknown-key"],
    summary: "Disallow unknown keys",
    why: """
      linkpolicy ignores a misspelled key, so its setting has no effect. Keys that start with \
      `x-` are allowed.
      """,
    examples: .policy(
      bad: ExamplePolicy.line("⟦ownr⟧: identity@acme.example"),
      good: ExamplePolicy.line("owner: identity@acme.example")),
    isFixable: true)

  package static let missingKey = RuleInfo(
    "missing-key", .structure, .error, aliases: ["android-install-without-package"],
    summary: "Require mandatory keys",
    why: "Without the key, linkpolicy can't decide or generate anything for the entry.",
    examples: .policy(
      bad: ExamplePolicy.line("apps:\n  ⟦acme-ios⟧: { platform: ios, bundle_id: com.acme.home }"),
      good: ExamplePolicy.line(
        "apps:\n  acme-ios: { platform: ios, bundle_id: com.acme.home, team_id: R7KM2QX94T }")))

  package static let notAPolicy = RuleInfo(
    "not-a-policy", .structure, .error,
    summary: "Disallow other YAML files in a directory of policies",
    why: """
      linkpolicy doesn't check a file without `linkpolicy: 1`, and no decision uses it. In \
      `Policies/`, and in a directory under `policies` in `linkpolicy.yaml`, every YAML file \
      must be a policy, a test file or a configuration. List others under `exclude`. \
      Elsewhere, YAML without a marker is skipped and counted, and only a misspelled marker is \
      reported.
      """,
    examples: .policy(
      bad: "⟦linkpolcy⟧: 1\nname: example\n", good: "linkpolicy: 1\nname: example\n"))

  package static let wrongType = RuleInfo(
    "wrong-type", .structure, .error, summary: "Require values of the expected type",
    why: "linkpolicy ignores a value of another type.",
    examples: .policy(
      bad: ExamplePolicy.line("owner: ⟦[a]⟧"),
      good: ExamplePolicy.line("owner: a")),
    isFixable: true)

  package static let unknownValue = RuleInfo(
    "unknown-value", .structure, .error, summary: "Disallow unknown values",
    why: "A misspelled value has no meaning.",
    examples: .policy(
      bad: ExamplePolicy.line(
        "apps:\n  acme: { platform: ⟦iso⟧, bundle_id: com.acme.home, team_id: R7KM2QX94T }"),
      good: ExamplePolicy.line(
        "apps:\n  acme: { platform: ios, bundle_id: com.acme.home, team_id: R7KM2QX94T }")),
    isFixable: true)

  static let clientSecretInPolicy = RuleInfo(
    "client-secret-in-policy", .structure, .error, aliases: ["secret-inline"],
    summary: "Disallow client secrets in policies",
    why: """
      Many people read a policy, and its history keeps the secret forever. Write where the secret is \
      stored, such as `{ env: APP_SECRET }`, and rotate a secret that was committed.
      """,
    examples: .policy(
      bad: exampleWithSecret("⟦s3cr3t-value⟧"),
      good: exampleWithSecret("{ env: APP_SECRET }")))

  private static func exampleWithSecret(_ secret: String) -> String {
    ExamplePolicy.line(
      """
      clients:
        app:
          provider: generic
          type: web
          client_id: { prod: app-prod }
          client_secret: \(secret)
          redirect_uris: { prod: ["https://app.acme.example/callback"] }
      """)
  }
}
