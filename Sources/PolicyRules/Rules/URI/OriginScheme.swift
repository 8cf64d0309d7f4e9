import PolicyText

struct OriginScheme: URIRule {
  static let info = RuleInfo(
    "origin-scheme", .uri, .error,
    summary: "Disallow CORS origins that browsers never send",
    why:
      "A browser sends an origin as scheme, host and port. A page whose URL has no host, such "
      + "as `tel:`, `urn:` or an app's redirect URI, has the opaque origin `null`. FTP pages no longer load. Web views use their own schemes: `capacitor://localhost`, "
      + "`ionic://localhost`, `tauri://localhost`, `app://`, and those of browser extensions. Any "
      + "other scheme with a host is a warning, because an app may register it for its web view.",
    examples: .init(
      .policy, bad: example("⟦\"com.acme.home:/callback\"⟧"),
      good: example("\"capacitor://localhost\"")),
    references: ["RFC 6454 section 4", "WHATWG URL: origin", "WHATWG Fetch: Origin header"])
  static let roles: URIRoles = [.corsOrigin, .nativeCORSOrigin]

  private static func example(_ origin: String) -> String {
    """
    linkpolicy: 1
    name: example
    clients:
      app:
        provider: generic
        type: native
        client_id: { prod: app-prod }
        redirect_uris: { prod: ["com.acme.home:/callback"] }
        cors_origins: { prod: [\(origin)] }

    """
  }

  /// Schemes of web views and browser extensions.
  private static let pages = [
    "capacitor", "ionic", "tauri", "app", "chrome-extension", "moz-extension",
    "safari-web-extension",
  ]
  /// Schemes whose URLs have a host but never open as a page.
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
