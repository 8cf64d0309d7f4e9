package import PolicyText

/// An association file is served as application/json. Reported by `verify`.
package struct ContentType: NamedRule {
  package static let info = RuleInfo(
    "content-type", .deployment, .error,
    summary: "an association file is served as application/json",
    why: "Google takes nothing else for `assetlinks.json`; Apple documents it and was seen to "
      + "take other types, so that it is a warning there.",
    examples: .init(
      .answers,
      bad: """
        GET https://www.acme.example/.well-known/assetlinks.json
        200
        content-type: text/plain

        """,
      good: ExampleAnswers.assetLinks),
    references: ["Android: Digital Asset Links", "Apple: TN3155"])
  package init() {}
}
