package import PolicyDiagnostics

/// What readers and the structure check report: no types of their own, but named, explained and
/// configured like rules.
package enum StructuralRules {
  /// In the order of reading.
  package static let all: [RuleInfo] = syntax + structure

  private static func policy(_ line: String) -> String {
    "linkpolicy: 1\nname: example\n\(line)\n"
  }

  private static let syntax: [RuleInfo] = [
    RuleInfo(
      "yaml-syntax", .syntax, .error, summary: "a file is YAML",
      why: "What cannot be read cannot be checked.",
      examples: .init(.policy, bad: policy("owner: ⟦@⟧acme"), good: policy("owner: \"@acme\"")),
      references: ["YAML 1.1"]),
    RuleInfo(
      "yaml-encoding", .syntax, .error, summary: "a file is UTF-8",
      why: "Other encodings are read differently by different tools.",
      examples: .init(.policy, bad: policy("owner: ⟦\u{FFFE}⟧"), good: policy("owner: Zoë")),
      references: ["RFC 3629"]),
    RuleInfo(
      "yaml-duplicate-key", .syntax, .error, summary: "a key stands once in its mapping",
      why: "Most YAML readers silently keep the last one: half of what was written does not count.",
      examples: .init(
        .policy, bad: policy("owner: a@acme.example\n⟦owner⟧: b@acme.example"),
        good: policy("owner: a@acme.example"))),
    RuleInfo(
      "yaml-not-string", .syntax, .error, aliases: ["minimum-version-type"],
      summary: "text that YAML reads as something else is quoted",
      why:
        "`123456E789` is a number, `no` is false, `2024-01-01` a date: other tools see other values.",
      examples: .init(
        .policy, bad: policy("owner: ⟦no⟧"), good: policy("owner: \"no\"")),
      references: ["YAML 1.1 types"], isFixable: true),
    RuleInfo(
      "yaml-unsupported", .syntax, .error,
      summary:
        "tags, merge keys, directives, further documents and keys that are no scalars are not used",
      why: "Each of them is read differently by different tools.",
      examples: .init(
        .policy, bad: policy("x-base: &base { a: b }\nx-use: { ⟦<<⟧: *base }"),
        good: policy("x-use: { a: b }"))),
    RuleInfo(
      "yaml-limit", .syntax, .error, summary: "a file stays within the limits of size and nesting",
      why: "Limits keep a file from stopping every tool that reads it.",
      examples: .init(
        .policy, bad: policy("x-a: \(String(repeating: "[", count: 300))"),
        good: policy("x-a: [[1]]"))),
    RuleInfo(
      "json-syntax", .syntax, .error, summary: "an association file is strict JSON",
      why: "Apple's and Google's readers refuse comments, final commas and duplicate keys.",
      examples: .init(.assetLinks, bad: "[⟦,⟧]", good: "[]"), references: ["RFC 8259"]),
  ]

  private static let structure: [RuleInfo] = [
    RuleInfo(
      "unknown-key", .structure, .error, aliases: ["yaml-unknown-key"],
      summary: "every key is known",
      why: "A misspelled key is a setting that nobody reads. Keys that start with `x-` are free.",
      examples: .init(
        .policy, bad: policy("⟦ownr⟧: identity@acme.example"),
        good: policy("owner: identity@acme.example")),
      isFixable: true),
    RuleInfo(
      "missing-key", .structure, .error, aliases: ["android-install-without-package"],
      summary: "required keys are there", why: "Without it nothing can be decided or generated.",
      examples: .init(
        .policy, bad: policy("apps:\n  ⟦acme-ios⟧: { platform: ios, bundle_id: com.acme.home }"),
        good: policy(
          "apps:\n  acme-ios: { platform: ios, bundle_id: com.acme.home, team_id: R7KM2QX94T }"))),
    RuleInfo(
      "wrong-type", .structure, .error, summary: "a value is of the type that its key needs",
      why: "A value of another type is not read at all.",
      examples: .init(
        .policy, bad: policy("owner: ⟦[a]⟧"), good: policy("owner: a")), isFixable: true),
    RuleInfo(
      "unknown-value", .structure, .error, summary: "a value is one of those that are known",
      why: "A misspelled word would mean nothing.",
      examples: .init(
        .policy,
        bad: policy("apps:\n  acme: { platform: ⟦andriod⟧, package_name: com.acme.home }"),
        good: policy("x-apps:\n  acme: { platform: android, package_name: com.acme.home }")),
      isFixable: true),
    RuleInfo(
      "client-secret-in-policy", .structure, .error, aliases: ["secret-inline"],
      summary: "a policy says where a secret is kept, never the secret",
      why: "A policy is read by many people, printed in reviews and kept in history for ever.",
      examples: .init(
        .policy, bad: secret("⟦s3cr3t-value⟧"), good: secret("{ env: APP_SECRET }"))),
  ]

  private static func secret(_ value: String) -> String {
    policy(
      """
      clients:
        app:
          provider: generic
          type: web
          client_id: { prod: app-prod }
          client_secret: \(value)
          redirect_uris: { prod: ["https://app.acme.example/callback"] }
      """)
  }
}
