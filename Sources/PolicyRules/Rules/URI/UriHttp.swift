package import PolicyText

package struct UriHttp: URIRule {
  package static let info = RuleInfo(
    "uri-http", .uri, .error, summary: "Require https for redirect URIs",
    why:
      "Over http, anyone on the network path can read the authorization code and change the "
      + "page. Only the loopback URIs of native clients never leave the machine.",
    examples: .init(
      .redirectURI, bad: "⟦http⟧://app.acme.example/callback",
      good: "https://app.acme.example/callback"),
    references: [
      "RFC 9700 section 2.6", "RFC 8252 section 7", "Google: redirect URI validation rules",
    ],
    isFixable: true,
    traits: [.uriPart, .separable])
  package static let roles: URIRoles = [.redirects, .origins, .universalLink]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard let scheme = uri.parts.scheme, !uri.isHTTPS else { return nil }
    if uri.isNative, !uri.isHTTP || uri.isLoopback { return nil }
    // Google accepts http for localhost and loopback addresses.
    if uri.role == .google || uri.role == .origin, uri.isHTTP, uri.isLoopback { return nil }
    // Web views use their own schemes; environment-loopback-in-prod reports loopback origins in prod.
    if uri.isCORSOrigin, !uri.isHTTP || uri.isLoopback { return nil }
    let rule =
      uri.isNative
      ? "only loopback URIs of native clients may use http"
      : "\(uri.noun) must use https, found \(uri.parts.text(scheme).quoted)"
    if uri.role == .web || uri.role == .postLogout, !uri.isHTTP {
      return URIProblem(
        scheme,
        "\(uri.noun) of a web client must use https, found \(uri.parts.text(scheme).quoted)",
        help: "write `type: native` for an installed app, or start the URI with `https://`")
    }
    return URIProblem(
      scheme, rule, help: "start the URI with `https://`",
      replacement: uri.isHTTP && uri.parts.port == nil
        ? (uri.replacing(scheme, by: "https".utf8), "replace the scheme with `https`", false) : nil)
  }
}
