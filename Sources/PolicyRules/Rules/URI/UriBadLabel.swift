import PolicyText
import PolicyModel

struct UriBadLabel: HostRule {
  static let info = RuleInfo(
    "uri-bad-label", .uri, .error,
    summary: "Require valid host names",
    why:
      "A DNS label has 1 to 63 letters, digits and hyphens. Any other name can't be resolved, "
      + "or some parsers read a different host from it.",
    examples: .init(
      .redirectURI, bad: "https://app.⟦-acme⟧.example/callback",
      good: "https://app.acme.example/callback"),
    references: ["RFC 1123 section 2.1", "RFC 1035 section 2.3.4", "CA/Browser Forum ballot SC12"],
    traits: .uriPart)
  static let roles: URIRoles = [.redirects, .others, .origins]
  static let checksDomains = true

  func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    if host.first == UInt8(ascii: "[") {
      let isAddress =
        host.last == UInt8(ascii: "]")
        && IPv6Address(browser: host.dropFirst().dropLast()) != nil
      guard !isAddress else { return nil }
      return URIProblem(
        host.indices, "\(ExactString(decoding: host).quoted) is not a valid IPv6 address",
        help: "write the server's DNS name")
    }
    if IPv4Address.endsInNumber(host), host.allSatisfy({ $0 < 0x80 }) {
      guard IPv4Address(browser: host) == nil else { return nil }
      return URIProblem(
        host.indices,
        "\(ExactString(decoding: host).quoted) ends in a number but is not a valid IPv4 address",
        help: "write a DNS name, or four decimal numbers from 0 to 255")
    }
    guard host.count <= 253 else {
      return URIProblem(
        host.indices, "host has \(host.count) characters, more than the 253 that DNS allows",
        help: "use a shorter host name")
    }
    var underscore: URIProblem?
    var start = host.startIndex
    while start <= host.endIndex {
      let end = host[start...].firstIndex(of: UInt8(ascii: ".")) ?? host.endIndex
      let label = host[start..<end]
      // uri-trailing-dot-host reports a final dot.
      if !(label.isEmpty && end == host.endIndex && start > host.startIndex),
        let problem = problem(of: label)
      {
        let range = label.isEmpty ? host.indices : label.indices
        return URIProblem(
          range, "host label \(ExactString(decoding: label).quoted) \(problem)",
          help: "use 1 to 63 letters, digits and hyphens, with a letter or digit at both ends")
      }
      if label.contains(UInt8(ascii: "_")) {
        underscore =
          underscore
          ?? URIProblem(
            label.indices,
            "host label \(ExactString(decoding: label).quoted) contains `_`, so certificate "
              + "authorities reject it",
            help: "use a host name without `_`", severity: .warning)
      }
      start = end + 1
    }
    return underscore
  }

  private func problem(of label: ArraySlice<UInt8>) -> String? {
    if label.isEmpty { return "is empty" }
    if label.count > 63 { return "has \(label.count) characters, more than the 63 that DNS allows" }
    if label.first == UInt8(ascii: "-") || label.last == UInt8(ascii: "-") {
      return "starts or ends with a hyphen"
    }
    // RFC 1123 doesn't allow underscores in host names, but resolvers and browsers accept them: a warning.
    let bad = label.first { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): false
      default: byte < 0x80
      }
    }
    if let bad { return "contains `\(DisplayText.visible(String(Unicode.Scalar(bad))))`" }
    if label.prefix(4).matches("xn--"), HostLabels.display(label) == nil {
      return "is not valid Punycode"
    }
    return nil
  }
}
