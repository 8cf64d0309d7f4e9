package import PolicyText

/// A host serves the same over IPv4 and IPv6. Reported by `verify`.
package struct Ipv6Differs: NamedRule {
  package static let info = RuleInfo(
    "ipv6-differs", .deployment, .warning,
    summary: "a host serves the same over IPv4 and IPv6",
    why: "Apple and phones choose by themselves. Asked for by `--both-families`.",
    examples: .init(
      .answers,
      bad: """
        GET ipv6 https://www.acme.example/.well-known/apple-app-site-association
        404

        """,
      good: ExampleAnswers.appleFile))
  package init() {}
}
