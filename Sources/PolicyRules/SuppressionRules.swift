package import PolicyDiagnostics

/// What is reported about comments that suppress findings.
package enum SuppressionRules {
  /// In the order of the documentation.
  package static let all: [RuleInfo] = [
    RuleInfo(
      "suppression-reason", .meta, .error, summary: "a suppression says why",
      why: "Nobody dares to remove an exception whose reason nobody remembers.",
      examples: .init(
        .policy, bad: policy("⟦# linkpolicy: ignore[missing-key]⟧"),
        good: policy("# linkpolicy: ignore[missing-key] the team is registered next week"))),
    RuleInfo(
      "suppression-unknown-rule", .meta, .error, summary: "a suppression names rules that exist",
      why: "A misspelled name suppresses nothing, and the finding that was meant stays.",
      examples: .init(
        .policy,
        bad: policy("# linkpolicy: ignore[⟦missing-kye⟧] registered next week", good: true),
        good: policy("# linkpolicy: ignore[missing-key] the team is registered next week"))),
    RuleInfo(
      "suppression-unused", .meta, .warning, summary: "a suppression suppresses something",
      why: "An exception that outlived its finding hides the next one.",
      examples: .init(
        .policy, bad: policy("# linkpolicy: ignore[missing-key, ⟦uri-http⟧] registered next week"),
        good: policy("# linkpolicy: ignore[missing-key] registered next week")),
      isFixable: true),
    RuleInfo(
      "suppression-syntax", .meta, .error,
      summary: "a suppression is `ignore[rule-id] reason` or `ignore-file[rule-id] reason`",
      why: "A comment that cannot be read suppresses nothing.",
      examples: .init(
        .policy, bad: policy("⟦# linkpolicy: ignore missing-key⟧", good: true),
        good: policy("# a comment", good: true))),
  ]

  private static func policy(_ comment: String, good: Bool = false) -> String {
    let app = "{ platform: ios, bundle_id: com.acme.home\(good ? ", team_id: R7KM2QX94T" : "") }"
    return "linkpolicy: 1\nname: example\napps:\n  \(comment)\n  acme-ios: \(app)\n"
  }
}
