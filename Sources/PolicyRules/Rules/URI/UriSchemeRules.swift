import PolicyText

struct UriHttp: URIRule {
  static let info = RuleInfo(
    "uri-http", .uri, .error, summary: "Require https for redirect URIs",
    why: "Over http, anyone on the network path can read the authorization code and change the "
      + "page. Only the loopback URIs of native clients never leave the machine.",
    examples: .redirectURI(bad: "⟦http⟧://app.acme.example/callback"),
    references: [
      "RFC 9700 section 2.6", "RFC 8252 section 7", "Google: redirect URI validation rules",
    ],
    isFixable: true,
    traits: .separableURIPart)
  static let roles: URIRoles = [.redirects, .origins, .universalLink]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard let scheme = uri.parts.scheme, !uri.isHTTPS else { return nil }
    if uri.isNative, !uri.isHTTP || uri.isLoopback { return nil }
    // Google accepts http for localhost and loopback IP addresses.
    if uri.role == .google || uri.role == .origin, uri.isHTTP, uri.isLoopback { return nil }
    // Web views use their own schemes; `environment-loopback-in-prod` reports loopback origins in
    // prod.
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
      scheme, rule,
      help: uri.isHTTP && uri.isLoopback && !uri.isInProd
        ? "start the URI with `https://`, or accept it for local development with "
          + "`# linkpolicy: ignore[uri-http] reason`"
        : "start the URI with `https://`",
      replacement: uri.isHTTP && uri.parts.port == nil
        ? (uri.replacing(scheme, by: "https".utf8), "replace the scheme with `https`", false) : nil)
  }
}

struct UriDangerousScheme: URIRule {
  static let info = RuleInfo(
    "uri-dangerous-scheme", .uri, .error,
    summary: "Disallow schemes that run scripts or read files",
    why: "A server that redirects to `javascript:` or `data:` runs what follows with the rights of "
      + "the page that sent the user there.",
    examples: .redirectURI(bad: "⟦javascript⟧:alert(1)"),
    references: ["RFC 9700 section 4.1"],
    hides: ["uri-control", "uri-not-absolute", "origin-scheme"],
    traits: .notAURI)
  static let roles: URIRoles = [.redirects, .others, .origins]

  private static let schemes = [
    "javascript", "data", "vbscript", "blob", "file", "about", "filesystem", "view-source",
  ]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard !uri.isWeb, let scheme = uri.parts.scheme,
      Self.schemes.contains(where: { uri.parts.bytes(scheme).matches($0) })
    else { return nil }
    return URIProblem(
      scheme, "scheme \(uri.parts.text(scheme).quoted) can run scripts or read files",
      help: "use an `https` URI")
  }
}

struct UriOutOfBand: URIRule {
  static let info = RuleInfo(
    "uri-out-of-band", .uri, .error, aliases: ["uri-oob"],
    summary: "Disallow the out-of-band redirect URI",
    why: "`urn:ietf:wg:oauth:2.0:oob` shows the code to the user, who can be tricked into pasting "
      + "it elsewhere. Google shut it down in 2022.",
    examples: .redirectURI(bad: "⟦urn:ietf:wg:oauth:2.0:oob⟧"),
    references: ["Google: making Google OAuth interactions safer"],
    hides: ["uri-dangerous-scheme", "uri-control", "uri-not-absolute"],
    traits: .notAURI)
  static let roles: URIRoles = .redirects

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard !uri.isWeb, uri.bytes.prefix(25).matches("urn:ietf:wg:oauth:2.0:oob") else { return nil }
    return URIProblem(
      nil, "Google no longer supports `urn:ietf:wg:oauth:2.0:oob`",
      help: "use a loopback URI, or an https URI that your app claims")
  }
}

struct UriGoogleusercontent: HostRule {
  static let info = RuleInfo(
    "uri-googleusercontent", .uri, .error,
    summary: "Disallow `googleusercontent.com` hosts for Google clients",
    why: "Google rejects its own hosts for its clients. Account linking works the other way "
      + "around: Google is the client there, and its redirect URIs are on these hosts.",
    examples: .policy(
      bad: ExamplePolicy.google(redirect: "https://⟦oauth-redirect.googleusercontent.com⟧/r/acme"),
      good: ExamplePolicy.google(redirect: "https://app.acme.example/callback")),
    references: ["Google: redirect URI validation rules"],
    hides: ["uri-not-owned"])
  static let roles: URIRoles = [.google, .origin]
  static let checksDomains = false

  func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    let name = ExactString(decoding: host.lowercased)
    guard name == "googleusercontent.com" || name.hasSuffix(".googleusercontent.com") else {
      return nil
    }
    return URIProblem(
      host.indices, "Google rejects `googleusercontent.com` hosts for its own clients",
      help: "use your own host; declare account-linking URIs under `clients`")
  }
}

struct UriNotAbsolute: URIRule {
  static let info = RuleInfo(
    "uri-not-absolute", .uri, .error, summary: "Require absolute URIs",
    why: "Servers and browsers resolve a relative reference against different bases. Many of them "
      + "read `//host` and `https:/host` as a different site.",
    examples: .redirectURI(
      bad: "⟦app.acme.example/oauth/callback⟧", good: "https://app.acme.example/oauth/callback"),
    references: ["RFC 6749 section 3.1.2", "RFC 3986 section 4.3"],
    isFixable: true,
    traits: .notAURI)
  static let roles: URIRoles = [.redirects, .others, .origins]

  func problem(in uri: LocatedURI) -> URIProblem? {
    if uri.isWeb, !uri.host.isEmpty { return nil }
    // `uri-wildcard` reports a single `*`.
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

  /// Matches `localhost:3000/cb` and `app.acme.example:8443/cb`. RFC 3986 reads the text before the
  /// colon as a scheme, but it is intended as a host.
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
