package import PolicyText
import PolicyModel

package struct UriIpHost: HostRule {
  package static let info = RuleInfo(
    "uri-ip-host", .uri, .warning, summary: "Disallow IP addresses as hosts",
    why:
      "IP addresses change owners and rarely have a certificate. Google rejects them, so for "
      + "Google clients this is an error.",
    examples: .init(
      .redirectURI, bad: "https://⟦192.0.2.7⟧/callback", good: "https://app.acme.example/callback"),
    references: ["Google: redirect URI validation rules"],
    hides: ["uri-public-suffix", "uri-not-owned"])
  package static let roles: URIRoles = [.redirects, .origins, .universalLink]
  package static let checksDomains = false
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    // environment-loopback-in-prod and the rules for native clients check loopback addresses.
    guard uri.isWeb, !uri.isLoopback, var problem = problem(host: uri.host) else { return nil }
    if uri.role == .google || uri.role == .origin {
      problem.severity = .error
      problem.message += ", which Google rejects"
    }
    return problem
  }

  package func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    let isAddress =
      host.first == UInt8(ascii: "[")
      ? IPv6Address(browser: host.dropFirst().dropLast()) != nil
      : IPv4Address(browser: host).map { $0.text.utf8.elementsEqual(host) } ?? false
    guard isAddress else { return nil }
    return URIProblem(
      host.indices, "host \(ExactString(decoding: host).quoted) is an IP address",
      help: "write the server's DNS name")
  }
}
