package import PolicyText
import PolicyModel

/// A host that nobody can own.
package struct UriPublicSuffix: HostRule {
  package static let info = RuleInfo(
    "uri-public-suffix", .uri, .error,
    summary: "Disallow public suffixes and hosts that don't resolve on the internet",
    why:
      "On a suffix such as `github.io` anyone can register a name below it, and no team owns the "
      + "suffix itself. A single label such as `intranet` is another machine in every network. "
      + "Google refuses hosts outside the public suffix list. At your own server, names that only "
      + "private networks have (`login.internal`) are a warning in prod, and development "
      + "environments may use them.",
    examples: .init(
      .policy, bad: ExamplePolicy.google(redirect: "https://⟦app.corp⟧/callback"),
      good: ExamplePolicy.google(redirect: "https://app.acme.example/callback")),
    references: ["Google: redirect URI validation rules", "publicsuffix.org"])
  package static let roles: URIRoles = [
    .web, .native, .google, .origin, .postLogout, .nativePostLogout, .corsOrigin,
    .nativeCORSOrigin, .appleReturn, .universalLink,
  ]
  package static let judgesDomains = false
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard !uri.isLoopback, uri.isWeb, !uri.host.isEmpty else { return nil }
    return uri.role == .google || uri.role == .origin
      ? problem(host: uri.host) : problem(ofOwn: uri)
  }

  /// The problem of a redirect URI at your own server.
  private func problem(ofOwn uri: URIOccurrence) -> URIProblem? {
    let name = uri.lowerHost
    guard uri.host.first != UInt8(ascii: "["), !IPv4Address.endsInNumber(uri.host) else {
      return nil
    }
    if name.contains(UInt8(ascii: ".")), PublicSuffixes.isSuffix(name) {
      return problem(host: uri.host)
    }
    guard uri.isInProd else { return nil }
    if !name.contains(UInt8(ascii: ".")) {
      return URIProblem(
        uri.host.indices,
        "host \(name.quoted) is a single label: every network has another machine of that name",
        help: "write the full host name, such as `app.acme.example`")
    }
    let top = Self.topLevel(of: uri.host)
    guard PublicSuffixes.isKnownPrivate(topLevel: top) else { return nil }
    return URIProblem(
      uri.host.indices, "no public DNS zone has names below \(top.quoted), but prod uses one",
      help: PublicSuffixes.meant(byTopLevel: top).map { "did you mean `.\($0)`?" }
        ?? "write a public host name, or move it to `sandbox`", severity: .warning)
  }

  /// The last label, in lower case.
  private static func topLevel(of host: ArraySlice<UInt8>) -> ExactString {
    let start = host.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? host.startIndex
    return ASCII.lowercased(host[start...])
  }

  package func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    guard host.first != UInt8(ascii: "[") else { return nil }
    let name = ExactString(decoding: host.lowercased)
    let shown = ExactString(decoding: host).quoted
    if PublicSuffixes.isSuffix(name) {
      return URIProblem(
        host.indices, "\(shown) is a public suffix: everybody may register below it",
        help: "write the host of your own site")
    }
    let top = Self.topLevel(of: host)
    guard PublicSuffixes.isKnownPrivate(topLevel: top) else { return nil }
    return URIProblem(
      host.indices, "\(top.quoted) is not on the public suffix list: Google refuses it",
      help: PublicSuffixes.meant(byTopLevel: top).map { "did you mean `.\($0)`?" }
        ?? "use a host below a public domain; `localhost` is accepted for development")
  }
}
