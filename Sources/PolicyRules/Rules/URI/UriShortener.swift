import PolicyText
import PolicyModel

struct UriShortener: HostRule {
  static let info = RuleInfo(
    "uri-shortener", .uri, .warning, summary: "Disallow URL shorteners as redirect URIs",
    why: "Anyone can create a short link that leads to a page of their own. Google accepts a "
      + "shortener only if you own it and the path contains `/google-callback`. For your own "
      + "server and for Apple, a shortener is an error.",
    examples: .init(
      .policy, bad: ExamplePolicy.google(redirect: "https://⟦bit.ly⟧/acme"),
      good: ExamplePolicy.google(redirect: "https://app.acme.example/callback")),
    references: ["Google: redirect URI validation rules"],
    hides: ["uri-public-suffix", "uri-not-owned"])
  static let roles: URIRoles = [
    .web, .native, .google, .origin, .postLogout, .nativePostLogout, .appleReturn,
  ]
  static let checksDomains = false

  func problem(in uri: LocatedURI) -> URIProblem? {
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
      "\(uri.lowerHost.quoted) is a URL shortener, which forwards the authorization code to any "
      + "site"
    problem.help = "register a page on your own site"
    problem.severity = .error
    return problem
  }

  func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    let name = ExactString(decoding: host.lowercased)
    guard PublicSuffixes.isShortener(name) else { return nil }
    return URIProblem(
      host.indices,
      "\(name.quoted) is a URL shortener; Google allows only your own, with `/google-callback` "
        + "in the path",
      help: "register a page on your own site")
  }
}
