package import PolicyText
import PolicyModel

package struct UriIpNoncanonical: HostRule {
  package static let info = RuleInfo(
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
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package static let checksDomains = true
  package init() {}

  package func problem(host: ArraySlice<UInt8>) -> URIProblem? {
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
