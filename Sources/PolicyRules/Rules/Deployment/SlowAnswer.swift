package import PolicyText

/// An association file comes within 3 seconds. Reported by `verify`.
package struct SlowAnswer: NamedRule {
  package static let info = RuleInfo(
    "slow-answer", .deployment, .warning,
    summary: "an association file comes within 3 seconds",
    why: "Android waits 5 seconds, and Apple's CDN reports timeouts of servers that have to "
      + "start first.",
    examples: .init(
      .answers,
      bad: """
        GET https://www.acme.example/.well-known/apple-app-site-association
        200
        content-type: application/json
        milliseconds: 4200

        { "applinks": { "details": [{ "appIDs": ["A1B2C3D4E5.com.acme.app"], "components": [{ "/": "/orders/*" }] }] } }

        """,
      good: ExampleAnswers.appleFile))
  package init() {}
}
