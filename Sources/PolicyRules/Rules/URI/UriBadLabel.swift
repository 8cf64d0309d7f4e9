package import PolicyText
import PolicyModel

/// Host labels that no name can have.
package struct UriBadLabel: HostRule {
  package static let info = RuleInfo(
    "uri-bad-label", .uri, .error,
    summary: "host labels have 1 to 63 letters, digits, hyphens",
    why:
      "No DNS name can be spelled so: the address reaches nobody, or a parser reads another host "
      + "out of it.",
    examples: .init(
      .redirectURI, bad: "https://app.⟦-acme⟧.example/callback",
      good: "https://app.acme.example/callback"),
    references: ["RFC 1123 section 2.1", "RFC 1035 section 2.3.4", "CA/Browser Forum ballot SC12"])
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package static let judgesDomains = true
  package init() {}

  package func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    if host.first == UInt8(ascii: "[") {
      let isAddress =
        host.last == UInt8(ascii: "]")
        && IPv6Address(browser: host.dropFirst().dropLast()) != nil
      guard !isAddress else { return nil }
      return URIProblem(
        host.indices, "\(ExactString(decoding: host).quoted) is no IPv6 address")
    }
    if host.allSatisfy({ $0 < 0x80 }), IPv4Address.endsInNumber(host) {
      guard IPv4Address(browser: host) == nil else { return nil }
      return URIProblem(
        host.indices,
        "\(ExactString(decoding: host).quoted) ends in a number and is no IPv4 address")
    }
    guard host.count <= 253 else {
      return URIProblem(host.indices, "the host has \(host.count) characters: at most 253")
    }
    var underscore: URIProblem?
    var start = host.startIndex
    while start <= host.endIndex {
      let end = host[start...].firstIndex(of: UInt8(ascii: ".")) ?? host.endIndex
      let label = host[start..<end]
      // A dot at the end has a rule of its own.
      if !(label.isEmpty && end == host.endIndex && start > host.startIndex),
        let fault = fault(of: label)
      {
        let range = label.isEmpty ? host.indices : label.indices
        return URIProblem(range, "host label \(ExactString(decoding: label).quoted) \(fault)")
      }
      if label.contains(UInt8(ascii: "_")) {
        underscore =
          underscore
          ?? URIProblem(
            label.indices,
            "host label \(ExactString(decoding: label).quoted) has the character `_`: DNS resolves it, but "
              + "it is no host name and no public authority certifies it",
            help: "use a host without `_`", severity: .warning)
      }
      start = end + 1
    }
    return underscore
  }

  private func fault(of label: ArraySlice<UInt8>) -> String? {
    if label.isEmpty { return "is empty" }
    if label.count > 63 { return "has \(label.count) characters: at most 63" }
    if label.first == UInt8(ascii: "-") || label.last == UInt8(ascii: "-") {
      return "starts or ends with a hyphen"
    }
    // Underscores are no host names by RFC 1123, but resolvers and browsers take them: a warning.
    let bad = label.first { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): false
      default: byte < 0x80
      }
    }
    if let bad { return "has the character `\(UTF8Text.visible(String(Unicode.Scalar(bad))))`" }
    if label.prefix(4).matches("xn--"), HostLabels.display(label) == nil {
      return "is no valid Punycode"
    }
    return nil
  }
}
