package import PolicyText
import PolicyModel

/// An IP address as host.
package struct UriIpHost: HostRule {
  package static let info = RuleInfo(
    "uri-ip-host", .uri, .warning, summary: "a host is a name",
    why:
      "Addresses change hands, have no certificate that users could check, and Google refuses them "
      + "(an error there).",
    examples: .init(
      .redirectURI, bad: "https://⟦192.0.2.7⟧/callback", good: "https://app.acme.example/callback"),
    references: ["Google: redirect URI validation rules"])
  package static let roles: URIRoles = [.redirects, .origins, .universalLink]
  package static let judgesDomains = false
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    // Loopback addresses are judged by environment-loopback-in-prod and the native rules.
    guard uri.isWeb, !uri.isLoopback, var problem = problem(host: uri.host) else { return nil }
    if uri.role == .google || uri.role == .origin {
      problem.severity = .error
      problem.message += ": Google refuses it"
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
      host.indices, "host \(ExactString(decoding: host).quoted) is a raw IP address",
      help: "use a name")
  }
}
