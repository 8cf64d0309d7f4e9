package import PolicyText
import PolicyModel

package struct EndpointNotPublic: URIRule, Rule {
  package static let info = RuleInfo(
    "endpoint-not-public", .client, .error,
    summary: "Require public host names for endpoints in prod",
    why:
      "An IP address, `localhost` or another single label is a different machine on every "
      + "device and has no trustworthy certificate. `verify` never contacts it. The rule checks "
      + "issuers, endpoints and Firebase auth domains.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(
        settings: "endpoints: { authorization: \"https://⟦192.0.2.7⟧/authorize\" }"),
      good: ExamplePolicy.linking(
        settings: "endpoints: { authorization: \"https://auth.acme.example/authorize\" }")),
    references: ["RFC 9110 section 4.3.4"])
  package static let roles: URIRoles = [.endpoint, .issuer]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.environment != .sandbox, uri.isWeb else { return nil }
    return Self.problem(host: uri.lowerHost, at: uri.parts.host)
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for (environment, domain) in context.policy.firebase?.authDomain?.distinct ?? []
    where environment != .sandbox {
      guard let problem = Self.problem(host: ASCII.lowercased(domain.value), at: nil) else {
        continue
      }
      findings.report(problem, domain.node, environment)
    }
  }

  private static func problem(host: ExactString, at range: Range<Int>?) -> URIProblem? {
    let bytes = Array(host.utf8)
    let isAddress = bytes.first == UInt8(ascii: "[") || IPv4Address.endsInNumber(bytes[...])
    let isSingle = !host.isEmpty && !host.utf8.contains(UInt8(ascii: "."))
    guard isAddress || isSingle || host.isBelow("localhost") else { return nil }
    return URIProblem(
      range, "\(host.quoted) is not a public host name",
      help: "use the server's DNS name")
  }
}
