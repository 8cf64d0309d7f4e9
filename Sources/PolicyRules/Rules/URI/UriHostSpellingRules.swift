import PolicyModel
import PolicyText

struct UriTrailingDotHost: HostRule {
  static let info = RuleInfo(
    "uri-trailing-dot-host", .uri, .error, summary: "Disallow a trailing dot in hosts",
    why: "DNS treats `app.example.com.` as the same name, but browsers treat it as a different "
      + "origin. Cookies, certificates and allowlists don't apply to it.",
    examples: .redirectURI(bad: "https://app.acme.example⟦.⟧/callback"),
    references: ["RFC 3986 section 3.2.2"], isFixable: true,
    hides: ["uri-bad-label", "uri-ip-noncanonical", "uri-not-owned"])
  static let roles: URIRoles = [.redirects, .others, .origins]
  static let checksDomains = true

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.isWeb, var problem = problem(host: uri.host), let range = problem.range else {
      return nil
    }
    problem.replacement = (uri.removing(range), "remove the final dot", false)
    return problem
  }

  func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    guard host.count > 1, host.last == UInt8(ascii: "."),
      host.dropLast().last != UInt8(ascii: ".")
    else { return nil }
    return URIProblem(
      (host.endIndex - 1)..<host.endIndex,
      "host ends with a dot, which browsers treat as a different origin",
      help: "remove the final `.`")
  }
}

struct UriIdn: HostRule {
  static let info = RuleInfo(
    "uri-idn", .uri, .warning, summary: "Require a review of internationalized host names",
    why: "Browsers show an `xn--` label decoded, and many letters look like Latin ones. For "
      + "example, `xn--pple-43d.com` is shown as `аpple.com` with a Cyrillic letter.",
    examples: .redirectURI(
      bad: "https://⟦xn--mller-kva.example⟧/callback", good: "https://mueller.example/callback"),
    references: ["RFC 5891", "Unicode Technical Standard 39"],
    traits: .uriPart)
  static let roles: URIRoles = [.redirects, .others, .origins]
  static let checksDomains = true

  func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    guard !HostLabels.isPlain(host) else { return nil }
    let labels = HostLabels.split(host)
    guard
      labels.contains(where: { $0.prefix(4).matches("xn--") && HostLabels.display($0) != nil })
    else { return nil }
    let shown = ExactString(HostLabels.display(host)).quoted
    return URIProblem(
      host.indices,
      "host \(ExactString(decoding: host).quoted) is internationalized and shown as \(shown)",
      help: "check that it doesn't imitate another name")
  }
}

struct UriMixedScript: HostRule {
  static let info = RuleInfo(
    "uri-mixed-script", .uri, .warning, summary: "Disallow host labels that mix scripts",
    why: "Real names don't mix Latin and Cyrillic letters within a word. Look-alike names do.",
    examples: .init(
      // `аcme` with a Cyrillic first letter.
      .redirectURI, bad: "https://⟦xn--cme-5cd⟧.example/callback",
      good: "https://acme.example/callback"),
    references: ["Unicode Technical Standard 39 section 5"],
    hides: ["uri-idn"])
  static let roles: URIRoles = [.redirects, .others, .origins]
  static let checksDomains = true

  func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    guard !HostLabels.isPlain(host) else { return nil }
    for label in HostLabels.split(host) {
      guard label.prefix(4).matches("xn--") || label.contains(where: { $0 >= 0x80 }),
        let scalars = HostLabels.display(label)
      else { continue }
      let scripts = Script.mixed(in: scalars)
      guard scripts.count > 1 else { continue }
      let names = scripts.map(\.rawValue).joined(separator: ", ")
      let odd = scalars.first { !$0.isASCII && Script($0) != nil }
      return URIProblem(
        label.indices,
        "host label \(ExactString(decoding: label).quoted) mixes scripts (\(names))",
        help:
          "replace \(odd?.codePoint ?? "the odd letter") if you meant a Latin letter, or use an ASCII name"
      )
    }
    return nil
  }
}

struct UriUpperHost: URIRule {
  static let info = RuleInfo(
    "uri-upper-host", .uri, .warning, summary: "Require lowercase schemes and hosts",
    why: "Matching is byte by byte, and clients send hosts in lowercase. An uppercase entry never "
      + "matches, or matches only what an attacker types.",
    examples: .redirectURI(bad: "https://⟦App.acme.example⟧/callback"),
    references: ["RFC 3986 section 6.2.2.1"], isFixable: true,
    hides: ["uri-case-twin"],
    traits: .separableURIPart)
  static let roles: URIRoles = [.redirects, .others, .origins]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.hasUpperCase, uri.isWeb else { return nil }
    // `native-scheme-case` reports the schemes of native clients.
    return problem("host", uri.parts.host, in: uri)
      ?? (uri.isNative ? nil : problem("scheme", uri.parts.scheme, in: uri))
  }

  private func problem(_ name: String, _ range: Range<Int>?, in uri: LocatedURI) -> URIProblem? {
    guard let range, uri.parts.bytes(range).contains(where: { (0x41...0x5A).contains($0) }) else {
      return nil
    }
    return URIProblem(
      range,
      "\(name) must be lowercase, found \(uri.parts.text(range).quoted)",
      help: "write `\(DisplayText.visible(uri.parts.text(range).string.lowercased()))`",
      replacement: (
        uri.replacing(range, by: uri.parts.bytes(range).lowercased),
        "write the \(name) in lowercase", false
      ))
  }
}

struct UriBadLabel: HostRule {
  static let info = RuleInfo(
    "uri-bad-label", .uri, .error, summary: "Require valid host names",
    why: "A DNS label has 1 to 63 letters, digits and hyphens. Any other name can't be resolved, "
      + "or some parsers read a different host from it.",
    examples: .redirectURI(bad: "https://app.⟦-acme⟧.example/callback"),
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
      // `uri-trailing-dot-host` reports a final dot.
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
