package import PolicyText
import PolicyModel

/// A continue URL without TLS.
package struct ContinueUrlHttp: Rule {
  package static let info = RuleInfo(
    "continue-url-http", .firebase, .warning,
    summary: "a continue URL uses https",
    why:
      "Over http everybody on the way can change the page. Only localhost never leaves the machine.",
    examples: .init(
      .policy, bad: ExamplePolicy.action("url: ⟦http⟧://app.acme.example/finish"),
      good: ExamplePolicy.action("url: https://app.acme.example/finish")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for uri in context.uris
    where uri.role == .continueURL && uri.isHTTP && !uri.isLoopback {
      findings.report(
        uri.node, text: uri.parts.scheme, in: uri.environment,
        "a continue URL must use https", help: "use https (http only for localhost)")
    }
  }
}
