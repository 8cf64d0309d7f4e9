import PolicyModel
import PolicyText

struct UriIpHost: HostRule {
  static let info = RuleInfo(
    "uri-ip-host", .uri, .warning, summary: "Disallow IP addresses as hosts",
    why:
      "IP addresses change owners and rarely have a certificate. Google rejects them, so for "
      + "Google clients this is an error.",
    examples: .init(
      .redirectURI, bad: "https://⟦192.0.2.7⟧/callback", good: "https://app.acme.example/callback"),
    references: ["Google: redirect URI validation rules"],
    hides: ["uri-public-suffix", "uri-not-owned"])
  static let roles: URIRoles = [.redirects, .origins, .universalLink]
  static let checksDomains = false

  func problem(in uri: LocatedURI) -> URIProblem? {
    // environment-loopback-in-prod and the rules for native clients check loopback addresses.
    guard uri.isWeb, !uri.isLoopback, var problem = problem(host: uri.host) else { return nil }
    if uri.role == .google || uri.role == .origin {
      problem.severity = .error
      problem.message += ", which Google rejects"
    }
    return problem
  }

  func problem(host: ArraySlice<UInt8>) -> URIProblem? {
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

struct UriIpNoncanonical: HostRule {
  static let info = RuleInfo(
    "uri-ip-noncanonical", .uri, .error, aliases: ["uri-ip-odd"],
    summary: "Require dotted-decimal IPv4 addresses",
    why:
      "Browsers read `0x7f.1`, `2130706433` and full-width digits as IP addresses. Filters that "
      + "look for four decimal numbers miss them.",
    examples: .init(
      .redirectURI, bad: "https://⟦0x7f.1⟧/callback", good: "https://app.acme.example/callback"),
    references: ["WHATWG URL: IPv4 parser"],
    hides: [
      "uri-ip-host", "uri-non-ascii", "uri-bad-label", "uri-public-suffix", "uri-not-owned",
      "uri-encoded-unreserved",
    ])
  static let roles: URIRoles = [.redirects, .others, .origins]
  static let checksDomains = true

  func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    let isPlain = host.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") }
    let address: IPv4Address? =
      if isPlain {
        IPv4Address.endsInNumber(host) ? IPv4Address(browser: host) : nil
      } else if host.count <= 255, case .ipv4(let address) = BrowserHost(host) {
        address
      } else {
        nil
      }
    guard let address, !address.text.utf8.elementsEqual(host) else { return nil }
    return URIProblem(
      host.indices,
      "browsers read \(ExactString(decoding: host).quoted) as the IP address `\(address.text)`",
      help: "write the server's DNS name")
  }
}
