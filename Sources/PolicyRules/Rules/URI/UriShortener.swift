package import PolicyText

/// URL shorteners at Google.
package struct UriShortener: HostRule {
  package static let info = RuleInfo(
    "uri-shortener", .uri, .warning, summary: "Disallow redirect URIs on URL shorteners",
    why: "Google accepts a shortener only from its owner, and then with `/google-callback` in the "
      + "path: elsewhere anybody can make a link that leads to a page of their own. On your own "
      + "server and at Apple such a redirect URI is an error.",
    examples: .init(
      .policy, bad: ExamplePolicy.google(redirect: "https://⟦bit.ly⟧/acme"),
      good: ExamplePolicy.google(redirect: "https://app.acme.example/callback")),
    references: ["Google: redirect URI validation rules"])
  package static let roles: URIRoles = [
    .web, .native, .google, .origin, .postLogout, .nativePostLogout, .appleReturn,
  ]
  package static let judgesDomains = false
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.isWeb, !uri.host.isEmpty else { return nil }
    guard PublicSuffixes.isShortener(uri.lowerHost) else { return nil }
    let path = uri.path
    let isCallback =
      path.firstRange(ofBytes: "/google-callback/") != nil
      || path.suffix(16).elementsEqual("/google-callback".utf8)
    if uri.role == .google || uri.role == .origin {
      return isCallback ? nil : problem(host: uri.host)
    }
    guard var problem = problem(host: uri.host) else { return nil }
    problem.message =
      "\(uri.lowerHost.quoted) is a URL shortener: its links lead to any site, and the code with them"
    problem.help = "write a page of your own site"
    problem.severity = .error
    return problem
  }

  package func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    let name = ExactString(decoding: host.lowercased)
    guard PublicSuffixes.isShortener(name) else { return nil }
    return URIProblem(
      host.indices,
      "\(name.quoted) is a URL shortener: allowed only if you own it and the path has "
        + "`/google-callback`")
  }
}
