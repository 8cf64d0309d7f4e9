package import PolicyText

/// A host has an address. Reported by `verify`.
package struct DnsMissing: NamedRule {
  package static let info = RuleInfo(
    "dns-missing", .deployment, .error,
    summary: "a host has an address",
    why: "Other names are found, this one is not: the file cannot be fetched by anybody.",
    examples: .init(
      .answers,
      bad: """
        GET https://www.acme.example/.well-known/apple-app-site-association
        error: dns no address

        """,
      good: ExampleAnswers.appleFile))
  package init() {}
}
