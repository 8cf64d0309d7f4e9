package import PolicyText
import PolicyModel

/// A return URL that Apple does not take.
package struct AppleReturnUrlHost: Rule {
  package static let info = RuleInfo(
    "apple-return-url-host", .apple, .error,
    summary: "an Apple return URL uses https and a domain name",
    why: "Apple's registration refuses http, localhost and IP addresses.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.apple("return_urls: { prod: [\"https://⟦localhost⟧/callback\"] }"),
      good: ExamplePolicy.apple("return_urls: { prod: [\"https://app.acme.example/callback\"] }")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for uri in context.uris where uri.role == .appleReturn && uri.parts.scheme != nil {
      let isAddress =
        uri.isLoopback || uri.host.first == UInt8(ascii: "[") || IPv4Address.endsInNumber(uri.host)
      guard !uri.isHTTPS || isAddress else { continue }
      findings.report(
        uri.node, text: isAddress ? uri.parts.host : uri.parts.scheme, in: uri.environment,
        "Apple return URLs need https and a domain name: no localhost, no IP address",
        help: "use a host of your own")
    }
  }
}
