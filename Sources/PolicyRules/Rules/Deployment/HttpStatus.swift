package import PolicyText

/// An association file is served with status 200 to everybody. Reported by `verify`.
package struct HttpStatus: NamedRule {
  package static let info = RuleInfo(
    "http-status", .deployment, .error,
    summary: "an association file is served with status 200 to everybody",
    why: "A firewall that lets browsers through and refuses other agents keeps the fetchers of "
      + "Apple and Google out. linkpolicy asks a second time as curl, so that an agent that "
      + "is refused can be told from a file that is missing.",
    examples: .init(
      .answers,
      bad: """
        GET https://www.acme.example/.well-known/assetlinks.json
        403

        """,
      good: ExampleAnswers.assetLinks),
    references: ["Apple: TN3155"])
  package init() {}
}
