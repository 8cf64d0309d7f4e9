package import PolicyDiagnostics
import PolicyText

/// A host that nobody can own.
package struct UriPublicSuffix: HostRule {
  package static let info = RuleInfo(
    "uri-public-suffix", .uri, .error,
    summary: "a host registered at Google has a public top-level domain and is not itself a suffix",
    why: "Google refuses hosts outside the public suffix list. On a suffix such as `github.io` "
      + "everybody may register a name below it.",
    examples: .init(
      .policy, bad: ExamplePolicy.google(redirect: "https://⟦app.corp⟧/callback"),
      good: ExamplePolicy.google(redirect: "https://app.acme.example/callback")),
    references: ["Google: redirect URI validation rules", "publicsuffix.org"])
  package static let roles: URIRoles = [.google, .origin]
  package static let judgesDomains = false
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    uri.isLoopback || !uri.isWeb || uri.host.isEmpty ? nil : problem(host: uri.host)
  }

  package func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    guard host.first != UInt8(ascii: "[") else { return nil }
    let name = ExactString(decoding: host.lowercased)
    let shown = ExactString(decoding: host).quoted
    if PublicSuffixes.isSuffix(name) {
      return URIProblem(
        host.indices, "\(shown) is a public suffix: everybody may register below it")
    }
    let top = ExactString(decoding: HostLabels.split(host[...]).last?.lowercased ?? [])
    guard PublicSuffixes.isKnownPrivate(topLevel: top) else { return nil }
    return URIProblem(
      host.indices, "\(top.quoted) is not on the public suffix list: Google refuses it",
      help: PublicSuffixes.meant(byTopLevel: top).map { "did you mean `.\($0)`?" }
        ?? "use a host below a public domain; `localhost` is accepted for development")
  }
}
