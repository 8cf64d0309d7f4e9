package import PolicyDiagnostics
import PolicyText

/// URL shorteners at Google.
package struct UriShortener: HostRule {
  package static let info = RuleInfo(
    "uri-shortener", .uri, .warning, summary: "a redirect URI is not on a URL shortener",
    why: "Google accepts a shortener only from its owner, and then with `/google-callback` in the "
      + "path: elsewhere anybody can make a link that leads to a page of their own.",
    examples: .init(
      .policy, bad: ExamplePolicy.google(redirect: "https://⟦bit.ly⟧/acme"),
      good: ExamplePolicy.google(redirect: "https://app.acme.example/callback")),
    references: ["Google: redirect URI validation rules"])
  package static let roles: URIRoles = [.google, .origin]
  package static let judgesDomains = false
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.isWeb, !uri.host.isEmpty else { return nil }
    let path = uri.path
    let isCallback =
      path.firstRange(ofBytes: "/google-callback/") != nil
      || path.suffix(16).elementsEqual("/google-callback".utf8)
    return isCallback ? nil : problem(host: uri.host)
  }

  package func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    let name = ExactString(decoding: host.lowercased)
    guard PublicSuffixes.shorteners.contains(name) else { return nil }
    return URIProblem(
      host.indices,
      "\(name.quoted) is a URL shortener: allowed only if you own it and the path has "
        + "`/google-callback`")
  }
}
