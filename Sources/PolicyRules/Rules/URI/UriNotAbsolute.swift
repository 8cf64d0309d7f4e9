package import PolicyText

/// An address without scheme or without host.
package struct UriNotAbsolute: URIRule {
  package static let info = RuleInfo(
    "uri-not-absolute", .uri, .error,
    summary: "a redirect URI is absolute: scheme, host and path",
    why: "A relative reference has no meaning of its own: each server and browser would resolve it "
      + "against another base, and `//host` or `https:/host` leave the site in many of them.",
    examples: .init(
      .redirectURI, bad: "⟦app.acme.example/oauth/callback⟧",
      good: "https://app.acme.example/oauth/callback"),
    references: ["RFC 6749 section 3.1.2", "RFC 3986 section 4.3"])
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    if uri.isWeb, !uri.host.isEmpty { return nil }
    // A lone wildcard has a rule of its own, and that is all there is to say.
    if uri.text == "*" { return nil }
    if isHostAndPort(uri) {
      return URIProblem(
        nil, "\(uri.text.quoted) is not an absolute URI: it has no scheme",
        help: "write `https://` in front")
    }
    if !uri.isWeb, let scheme = uri.parts.scheme, scheme.upperBound != uri.bytes.count - 1 {
      return nil
    }
    return URIProblem(
      nil,
      uri.text.isEmpty
        ? "an empty value is not an absolute URI" : "\(uri.text.quoted) is not an absolute URI",
      help: "write scheme, host and path, such as `https://app.example.com/callback`")
  }

  /// `localhost:3000/cb` and `app.acme.example:8443/cb`: by RFC 3986 what stands before the colon is a
  /// scheme, but nobody means it so.
  private func isHostAndPort(_ uri: URIOccurrence) -> Bool {
    guard let scheme = uri.parts.scheme else { return false }
    let port = uri.bytes[(scheme.upperBound + 1)...].prefix { (0x30...0x39).contains($0) }
    guard !port.isEmpty else { return false }
    let name = uri.parts.bytes(scheme)
    guard name.matches("localhost") || name.contains(UInt8(ascii: ".")),
      (1...5).contains(port.count)
    else { return false }
    return port.endIndex == uri.bytes.endIndex
      || "/?#".utf8.contains(uri.bytes[port.endIndex])
  }
}
