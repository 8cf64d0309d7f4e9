package import PolicyText
import PolicyModel

package struct ContinueUrlHttp: Rule {
  package static let info = RuleInfo(
    "continue-url-http", .firebase, .warning,
    summary: "Require https for continue URLs",
    why:
      "Over http, anyone on the network path can change the page. Only localhost never leaves "
      + "the machine.",
    examples: .init(
      .policy, bad: ExamplePolicy.action("url: ⟦http⟧://app.acme.example/finish"),
      good: ExamplePolicy.action("url: https://app.acme.example/finish")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for uri in context.uris
    where uri.role == .continueURL && uri.isHTTP && !uri.isLoopback {
      findings.report(
        uri.node, text: uri.parts.scheme, in: uri.environment,
        "continue URL must use https, found `http`",
        help: "start the URL with `https://`; `http://` is for localhost only")
    }
  }
}
