package import PolicyText
import PolicyModel

/// An IPv4 address in disguise.
package struct UriIpNoncanonical: HostRule {
  package static let info = RuleInfo(
    "uri-ip-noncanonical", .uri, .error, aliases: ["uri-ip-odd"],
    summary: "an IPv4 address is written as four decimal numbers",
    why:
      "Browsers take `0x7f.1`, `2130706433` and full-width digits for addresses; filters that look "
      + "for four decimal numbers let them through.",
    examples: .init(
      .redirectURI, bad: "https://⟦0x7f.1⟧/callback", good: "https://app.acme.example/callback"),
    references: ["WHATWG URL: IPv4 parser"])
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package static let judgesDomains = true
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
      "\(ExactString(decoding: host).quoted) is an IPv4 address in disguise (`\(address.text)`)",
      help: "use a name")
  }
}
