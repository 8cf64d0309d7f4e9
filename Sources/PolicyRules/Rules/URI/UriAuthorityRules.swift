import PolicyText

struct UriUserinfo: URIRule {
  static let info = RuleInfo(
    "uri-userinfo", .uri, .error, summary: "Disallow user names and passwords in redirect URIs",
    why: "In `https://bank.example@evil.example/` the host is `evil.example`. Readers and careless "
      + "parsers see the first name, but browsers go to the second.",
    examples: .redirectURI(bad: "https://⟦app.acme.example@⟧evil.example/callback"),
    references: ["RFC 3986 section 7.6", "Google: redirect URI validation rules"],
    hides: ["uri-not-owned"],
    traits: .separableURIPart)
  static let roles: URIRoles = [.redirects, .others, .origins]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard let userinfo = uri.parts.userinfo else { return nil }
    let range = userinfo.lowerBound..<(userinfo.upperBound + 1)
    return URIProblem(
      range, "\(uri.noun) must not have a user name; its host is \(uri.lowerHost.quoted)",
      help: "remove \(ExactString(decoding: uri.parts.bytes(range)).quoted)",
      label: "not the host")
  }
}

struct UriBadPort: URIRule {
  static let info = RuleInfo(
    "uri-bad-port", .uri, .error, summary: "Require ports from 1 to 65535 without leading zeros",
    why: "Parsers treat an unusual port differently. Some drop it, some wrap around, and some read "
      + "the text after the colon as a password.",
    examples: .redirectURI(
      bad: "https://app.acme.example:⟦08443⟧/callback",
      good: "https://app.acme.example:8443/callback"),
    references: ["RFC 3986 section 3.2.3"],
    traits: .uriPart)
  static let roles: URIRoles = [.redirects, .others, .origins]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard let port = uri.parts.port else { return nil }
    let digits = uri.parts.bytes(port)
    let isNumber =
      (1...5).contains(digits.count) && digits.first != UInt8(ascii: "0")
      && digits.allSatisfy(\.isDigit)
    let value = isNumber ? digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } : 0
    guard !(1...65535).contains(value) else { return nil }
    guard !port.isEmpty else {
      return URIProblem(
        (port.lowerBound - 1)..<port.upperBound, "port must not be empty", help: "remove the `:`")
    }
    return URIProblem(
      port,
      "port must be a number from 1 to 65535 without leading zeros, found "
        + "\(uri.parts.text(port).quoted)",
      help: "write the port as a plain number, such as `8443`")
  }
}

struct UriDefaultPort: URIRule {
  static let info = RuleInfo(
    "uri-default-port", .uri, .warning, summary: "Disallow default ports in URIs",
    why: "Browsers and libraries drop the default port. Compared byte by byte, the URI with the "
      + "port differs from the URI without it.",
    examples: .redirectURI(bad: "https://app.acme.example⟦:443⟧/callback"),
    references: ["RFC 3986 section 6.2.3"], isFixable: true,
    traits: .uriPart)
  static let roles: URIRoles = [.redirects, .others, .corsOrigin, .nativeCORSOrigin]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard let port = uri.parts.port, uri.isWeb,
      uri.parts.bytes(port).matches(uri.isHTTPS ? "443" : "80"),
      // The comparison ignores the port of a native client's loopback URI.
      !(uri.role == .native && uri.isHTTP && uri.isLoopback)
    else { return nil }
    let range = (port.lowerBound - 1)..<port.upperBound
    let shown = uri.parts.text(range).quoted
    return URIProblem(
      range, "\(shown) is the default port, which clients drop, so exact matching fails",
      help: "remove \(shown)",
      // Safe for account linking: Google documents that it sends these URIs without a port.
      replacement: (uri.removing(range), "remove the port", uri.role == .linking))
  }
}
