import PolicyModel
import PolicyText

struct OriginHasPath: URIRule {
  static let info = RuleInfo(
    "origin-has-path", .uri, .error, aliases: ["origin-path"],
    summary: "Disallow paths and queries in JavaScript origins",
    why: "A browser sends its origin without a path, not even `/`. Google rejects origins that "
      + "have one, and matching is exact.",
    examples: .policy(
      bad: origin("https://app.acme.example⟦/⟧"), good: origin("https://app.acme.example")),
    references: ["RFC 6454 section 6.2", "Google: JavaScript origin validation rules"],
    isFixable: true)
  static let roles: URIRoles = [.origins]

  private static func origin(_ origin: String) -> String {
    """
    linkpolicy: 1
    name: example
    providers:
      google_sign_in:
        web:
          client_id: { prod: 123456789012-0a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d.apps.googleusercontent.com }
          javascript_origins: { prod: [\(origin)] }

    """
  }

  func problem(in uri: LocatedURI) -> URIProblem? {
    let end = uri.parts.fragment.map { $0.lowerBound - 1 } ?? uri.text.utf8.count
    let range = uri.parts.path.lowerBound..<end
    guard uri.isWeb, !range.isEmpty else { return nil }
    return URIProblem(
      range, "\(uri.noun) must end after host and port",
      help: "remove \(ExactString(decoding: uri.parts.bytes(range)).quoted)",
      replacement: (uri.removing(range), "remove everything after the host", true))
  }
}

struct OriginNeedsPublicClient: Rule {
  static let info = RuleInfo(
    "origin-needs-public-client", .uri, .note,
    summary: "Disallow client secrets for clients whose scripts call the server",
    why: "A script that authenticates with a client secret exposes it to everyone who opens the "
      + "page. A page is a public client; PKCE protects its authorization codes.",
    examples: .policy(
      bad: example("client_secret: { env: APP_SECRET }", "⟦cors_origins⟧"),
      good: example("pkce: required", "cors_origins")),
    references: ["RFC 6749 section 2.1", "RFC 9700 section 2.1.1"])

  private static func example(_ settings: String, _ key: String) -> String {
    ExamplePolicy.client(
      settings: settings, "redirect_uris: { prod: [https://app.acme.example/callback] }",
      "\(key): { prod: [https://app.acme.example] }")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients
    where client.effectiveTokenEndpointAuth != .noSecret
      && client.corsOrigins?.distinct.contains(where: { !$0.value.isEmpty }) ?? false
    {
      guard let value = context.tree.value(of: "cors_origins", in: client.node) else { continue }
      findings.report(
        context.tree.key(of: value) ?? value,
        "scripts on these origins can't keep the secret of client \(client.id.value.quoted)",
        help: "register a separate public client with `pkce: required` for the page")
    }
  }
}

struct OriginScheme: URIRule {
  static let info = RuleInfo(
    "origin-scheme", .uri, .error, summary: "Disallow CORS origins that browsers never send",
    why:
      "A browser sends an origin as scheme, host and port. A page whose URL has no host, such "
      + "as `tel:`, `urn:` or an app's redirect URI, has the opaque origin `null`. FTP pages no longer load. Web views use their own schemes: `capacitor://localhost`, "
      + "`ionic://localhost`, `tauri://localhost`, `app://`, and those of browser extensions. Any "
      + "other scheme with a host is a warning, because an app may register it for its web view.",
    examples: .policy(
      bad: example("⟦\"com.acme.home:/callback\"⟧"),
      good: example("\"capacitor://localhost\"")),
    references: ["RFC 6454 section 4", "WHATWG URL: origin", "WHATWG Fetch: Origin header"])
  static let roles: URIRoles = [.corsOrigin, .nativeCORSOrigin]

  private static func example(_ origin: String) -> String {
    ExamplePolicy.client(
      type: "native", settings: "redirect_uris: { prod: [\"com.acme.home:/callback\"] }",
      "cors_origins: { prod: [\(origin)] }")
  }

  /// Schemes of web views and browser extensions.
  private static let pages = [
    "capacitor", "ionic", "tauri", "app", "chrome-extension", "moz-extension",
    "safari-web-extension",
  ]
  /// Schemes whose URLs have a host but don't open pages.
  private static let others = ["ftp", "ftps", "sftp", "ssh", "ws", "wss", "mailto", "ldap"]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard !uri.isWeb, let scheme = uri.parts.scheme else { return nil }
    let help = "write the page's origin, such as `https://app.acme.example`"
    let name = uri.parts.text(scheme).quoted
    func isAny(of names: [String]) -> Bool {
      names.contains { uri.parts.bytes(scheme).matches($0) }
    }
    guard uri.parts.authority != nil, !isAny(of: Self.others) else {
      return URIProblem(
        nil, "\(uri.text.quoted) is not an origin that a page can send", help: help)
    }
    guard !isAny(of: Self.pages) else { return nil }
    return URIProblem(
      scheme, "scheme \(name) is not used by a known web view, so browsers send `Origin: null`",
      help: help, severity: .warning)
  }
}
