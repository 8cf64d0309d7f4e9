import PolicyText
import PolicyModel

struct UriPublicSuffix: HostRule {
  static let info = RuleInfo(
    "uri-public-suffix", .uri, .error,
    summary: "Disallow public suffixes and hosts that don't resolve on the internet",
    why:
      "Anyone can register a name under a public suffix such as `github.io`, and no team owns "
      + "the suffix itself. A single label such as `intranet` is a different machine in every "
      + "network. Google rejects hosts that aren't under a public suffix. For your own server, a "
      + "private-network name such as `login.internal` is a warning in prod and allowed in "
      + "development environments.",
    examples: .init(
      .policy, bad: ExamplePolicy.google(redirect: "https://⟦app.corp⟧/callback"),
      good: ExamplePolicy.google(redirect: "https://app.acme.example/callback")),
    references: ["Google: redirect URI validation rules", "publicsuffix.org"],
    hides: ["uri-not-owned", "environment-tunnel-in-prod"],
    traits: .uriPart)
  static let roles: URIRoles = [
    .web, .native, .google, .origin, .postLogout, .nativePostLogout, .corsOrigin,
    .nativeCORSOrigin, .appleReturn, .universalLink,
  ]
  static let checksDomains = false

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard !uri.isLoopback, uri.isWeb, !uri.host.isEmpty else { return nil }
    return uri.role == .google || uri.role == .origin
      ? problem(host: uri.host) : problem(ofOwn: uri)
  }

  private func problem(ofOwn uri: LocatedURI) -> URIProblem? {
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
        "host \(name.quoted) is a single label, which is a different machine in every network",
        help: "write the full host name, such as `app.acme.example`")
    }
    let top = Self.topLevel(of: uri.host)
    guard PublicSuffixes.isKnownPrivate(topLevel: top) else { return nil }
    return URIProblem(
      uri.host.indices, "prod uses a host under \(top.quoted), which doesn't exist in public DNS",
      help: PublicSuffixes.meant(byTopLevel: top).map { "did you mean `.\($0)`?" }
        ?? "write a public host name, or move the URI to `sandbox`", severity: .warning)
  }

  private static func topLevel(of host: ArraySlice<UInt8>) -> ExactString {
    let start = host.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? host.startIndex
    return ASCII.lowercased(host[start...])
  }

  func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    guard host.first != UInt8(ascii: "[") else { return nil }
    let name = ExactString(decoding: host.lowercased)
    let shown = ExactString(decoding: host).quoted
    if PublicSuffixes.isSuffix(name) {
      return URIProblem(
        host.indices, "\(shown) is a public suffix, under which anyone can register a name",
        help: "write your own site's host")
    }
    let top = Self.topLevel(of: host)
    guard PublicSuffixes.isKnownPrivate(topLevel: top) else { return nil }
    return URIProblem(
      host.indices, "Google rejects hosts under \(top.quoted), which is not a public suffix",
      help: PublicSuffixes.meant(byTopLevel: top).map { "did you mean `.\($0)`?" }
        ?? "use a host under a public domain; `localhost` is accepted for development")
  }
}
