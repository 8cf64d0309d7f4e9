package import PolicyText

/// A host serves the association files of the policy. Reported by `verify`.
package struct HostFileMissing: NamedRule {
  package static let info = RuleInfo(
    "host-file-missing", .deployment, .error,
    summary: "a host serves the association files of the policy",
    why: "Without the file no app opens a link of the host: iOS and Android look at this one "
      + "address, and nowhere else.",
    examples: .init(
      .answers,
      bad: """
        GET https://www.acme.example/.well-known/apple-app-site-association
        404

        """,
      good: ExampleAnswers.appleFile),
    references: ["Apple: TN3155", "Android: Digital Asset Links"])
  package init() {}
}
