package import PolicyText

/// A scheme that is neither https nor, for native clients, a loopback or private-use one.
package struct UriHttp: URIRule {
  package static let info = RuleInfo(
    "uri-http", .uri, .error, summary: "a redirect URI uses https",
    why:
      "Over http everybody on the way reads the authorization code and can change the page. Only "
      + "loopback addresses of native clients never leave the machine.",
    examples: .init(
      .redirectURI, bad: "⟦http⟧://app.acme.example/callback",
      good: "https://app.acme.example/callback"),
    references: [
      "RFC 9700 section 2.6", "RFC 8252 section 7", "Google: redirect URI validation rules",
    ],
    isFixable: true)
  package static let roles: URIRoles = [.redirects, .origins, .universalLink]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard let scheme = uri.parts.scheme, !uri.isHTTPS else { return nil }
    if uri.isNative, !uri.isHTTP || uri.isLoopback { return nil }
    // Google accepts http for localhost and its addresses.
    if uri.role == .google || uri.role == .origin, uri.isHTTP, uri.isLoopback { return nil }
    // Pages within apps have schemes of their own; environment-loopback-in-prod keeps a developer's machine
    // out of production.
    if uri.isCORSOrigin, !uri.isHTTP || uri.isLoopback { return nil }
    let rule =
      uri.isNative
      ? "only loopback URIs of native clients may use http"
      : "\(uri.noun) must use https, not \(uri.parts.text(scheme).quoted)"
    return URIProblem(
      scheme, rule, help: "use https",
      replacement: uri.isHTTP && uri.parts.port == nil
        ? (uri.replacing(scheme, by: "https".utf8), "use https", false) : nil)
  }
}
