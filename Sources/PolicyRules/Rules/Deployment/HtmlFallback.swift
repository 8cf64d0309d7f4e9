package import PolicyText

/// An association file is not the start page of an application. Reported by `verify`.
package struct HtmlFallback: NamedRule {
  package static let info = RuleInfo(
    "html-fallback", .deployment, .error,
    summary: "an association file is not the start page of an application",
    why: "A single-page application answers every path with its start page and status 200. "
      + "What comes is no JSON, and no link opens an app.",
    examples: .init(
      .answers,
      bad: """
        GET https://www.acme.example/.well-known/apple-app-site-association
        200
        content-type: text/html

        <!doctype html>

        """,
      good: ExampleAnswers.appleFile),
    references: ["Apple: TN3155"])
  package init() {}
}
