import PolicyText

struct UriNotAbsolute: URIRule {
  static let info = RuleInfo(
    "uri-not-absolute", .uri, .error,
    summary: "Require absolute URIs",
    why: "Servers and browsers resolve a relative reference against different bases. Many of them "
      + "read `//host` and `https:/host` as a different site.",
    examples: .init(
      .redirectURI, bad: "⟦app.acme.example/oauth/callback⟧",
      good: "https://app.acme.example/oauth/callback"),
    references: ["RFC 6749 section 3.1.2", "RFC 3986 section 4.3"],
    isFixable: true,
    traits: .notAURI)
  static let roles: URIRoles = [.redirects, .others, .origins]

  func problem(in uri: LocatedURI) -> URIProblem? {
    if uri.isWeb, !uri.host.isEmpty { return nil }
    // uri-wildcard reports a lone `*`.
    if uri.text == "*" { return nil }
    let message = "\(uri.text.quoted) is not an absolute URI because the scheme is missing"
    if isHostAndPort(uri) {
      return URIProblem(nil, message, help: "write `https://` before the host")
    }
    if !uri.isWeb, let scheme = uri.parts.scheme, scheme.upperBound != uri.bytes.count - 1 {
      return nil
    }
    let host = uri.bytes.prefix { $0 != UInt8(ascii: "/") }
    if host.contains(UInt8(ascii: ".")), host.first != UInt8(ascii: "."),
      uri.bytes.allSatisfy({ PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "/") })
    {
      let meant = "https://" + uri.text.string
      return URIProblem(
        nil, message, help: "write `\(meant)`",
        replacement: (meant, "write `https://` before the host", false))
    }
    return URIProblem(
      nil,
      uri.text.isEmpty
        ? "URI must not be empty" : "\(uri.text.quoted) is not an absolute URI",
      help: "write scheme, host and path, such as `https://app.example.com/callback`")
  }

  /// Matches `localhost:3000/cb` and `app.acme.example:8443/cb`. RFC 3986 reads the text before the colon as a scheme,
  /// but it is meant as a host.
  private func isHostAndPort(_ uri: LocatedURI) -> Bool {
    guard let scheme = uri.parts.scheme else { return false }
    let port = uri.bytes[(scheme.upperBound + 1)...].prefix(while: \.isDigit)
    guard !port.isEmpty else { return false }
    let name = uri.parts.bytes(scheme)
    guard name.matches("localhost") || name.contains(UInt8(ascii: ".")),
      (1...5).contains(port.count)
    else { return false }
    return port.endIndex == uri.bytes.endIndex
      || "/?#".utf8.contains(uri.bytes[port.endIndex])
  }
}
