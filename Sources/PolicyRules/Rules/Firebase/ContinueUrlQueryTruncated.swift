package import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import PolicyText

/// A query that iOS cuts.
package struct ContinueUrlQueryTruncated: Rule {
  package static let info = RuleInfo(
    "continue-url-query-truncated", .firebase, .warning, aliases: ["continue-query-truncated"],
    summary: "a continue URL that iOS reads has no query",
    why: "`ActionCodeURL.continueURL` on iOS splits at every `=` and `&` of the link and keeps the "
      + "second piece: of `?a=1&b=2` the app sees `?a`. Other platforms keep the query.",
    examples: .init(
      .policy, bad: ExamplePolicy.action("url: \"https://app.acme.example/finish?⟦cart=17⟧\""),
      good: ExamplePolicy.action("url: https://app.acme.example/finish/17")),
    references: ["firebase-ios-sdk: ActionCodeURL.swift (executed)"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for action in context.policy.firebase?.emailActions ?? [] {
      // A link that only the browser or only Android opens is read by others.
      guard action.ios != nil || (action.handleCodeInApp?.value == true && action.androidApp == nil)
      else { continue }
      for (environment, url) in action.url?.distinct ?? [] {
        let parts = URIParts(url.value)
        guard let query = parts.query,
          parts.bytes(query).contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "&") })
        else { continue }
        findings.report(
          url.node, text: query, in: environment,
          "iOS cuts the query of a continue URL at the first `=`",
          help: "put the state into the path")
      }
    }
  }
}
