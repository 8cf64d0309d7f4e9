package import PolicyText
import PolicyModel

package struct AppleReturnUrlHost: Rule {
  package static let info = RuleInfo(
    "apple-return-url-host", .apple, .error,
    summary: "Require https and a domain name for Apple return URLs",
    why: "Apple rejects http, localhost and IP addresses at registration.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.apple("return_urls: { prod: [\"https://⟦localhost⟧/callback\"] }"),
      good: ExamplePolicy.apple("return_urls: { prod: [\"https://app.acme.example/callback\"] }")),
    hides: ["uri-ip-host", "uri-http", "uri-ip-noncanonical"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for uri in context.uris where uri.role == .appleReturn && uri.parts.scheme != nil {
      let isAddress =
        uri.isLoopback || uri.host.first == UInt8(ascii: "[") || IPv4Address.endsInNumber(uri.host)
      guard !uri.isHTTPS || isAddress else { continue }
      findings.report(
        uri.node, text: isAddress ? uri.parts.host : uri.parts.scheme, in: uri.environment,
        "Apple return URL must use https and a domain name, found \(uri.text.quoted)",
        help: "write a URL on your own host, such as `https://app.acme.example/callback`")
    }
  }
}
