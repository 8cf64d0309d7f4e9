import PolicyModel
import PolicyText

struct UriIpHost: HostRule {
  static let info = RuleInfo(
    "uri-ip-host", .uri, .warning, summary: "Disallow IP addresses as hosts",
    why: "IP addresses change owners and rarely have a certificate. Google rejects them, so for "
      + "Google clients this is an error.",
    examples: .redirectURI(bad: "https://⟦192.0.2.7⟧/callback"),
    references: ["Google: redirect URI validation rules"],
    hides: ["uri-public-suffix", "uri-not-owned"])
  static let roles: URIRoles = [.redirects, .origins, .universalLink]
  static let checksDomains = false

  func problem(in uri: LocatedURI) -> URIProblem? {
    // `environment-loopback-in-prod` and the rules for native clients check loopback hosts.
    guard uri.isWeb, !uri.isLoopback, var problem = problem(host: uri.host) else { return nil }
    if uri.role == .google || uri.role == .origin {
      problem.severity = .error
      problem.message += ", which Google rejects"
    }
    return problem
  }

  func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    let isAddress =
      host.first == UInt8(ascii: "[")
      ? IPv6Address(browser: host.dropFirst().dropLast()) != nil
      : IPv4Address(browser: host).map { $0.text.utf8.elementsEqual(host) } ?? false
    guard isAddress else { return nil }
    return URIProblem(
      host.indices, "host \(ExactString(decoding: host).quoted) is an IP address",
      help: "write the server's DNS name")
  }
}

struct UriIpNoncanonical: HostRule {
  static let info = RuleInfo(
    "uri-ip-noncanonical", .uri, .error, aliases: ["uri-ip-odd"],
    summary: "Require dotted-decimal IPv4 addresses",
    why: "Browsers read `0x7f.1`, `2130706433` and full-width digits as IP addresses. Filters that "
      + "look for four decimal numbers miss them.",
    examples: .redirectURI(bad: "https://⟦0x7f.1⟧/callback"),
    references: ["WHATWG URL: IPv4 parser"],
    hides: [
      "uri-ip-host", "uri-non-ascii", "uri-bad-label", "uri-public-suffix", "uri-not-owned",
      "uri-encoded-unreserved",
    ])
  static let roles: URIRoles = [.redirects, .others, .origins]
  static let checksDomains = true

  func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    let isPlain = host.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") }
    let address: IPv4Address? =
      if isPlain {
        IPv4Address.endsInNumber(host) ? IPv4Address(browser: host) : nil
      } else if host.count <= 255, case .ipv4(let address) = BrowserHost(host) {
        address
      } else {
        nil
      }
    guard let address, !address.text.utf8.elementsEqual(host) else { return nil }
    return URIProblem(
      host.indices,
      "browsers read \(ExactString(decoding: host).quoted) as the IP address `\(address.text)`",
      help: "write the server's DNS name")
  }
}

struct UriPublicSuffix: HostRule {
  static let info = RuleInfo(
    "uri-public-suffix", .uri, .error,
    summary: "Disallow public suffixes and hosts that don't resolve on the internet",
    why: "Anyone can register a name under a public suffix such as `github.io`, and no team owns "
      + "the suffix itself. A single label such as `intranet` is a different machine in every "
      + "network. Google rejects hosts that aren't under a public suffix. For your own server, a "
      + "private-network name such as `login.internal` is a warning in prod and allowed in "
      + "development environments.",
    examples: .policy(
      bad: ExamplePolicy.google(redirect: "https://⟦app.corp⟧/callback"),
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

struct UriShortener: HostRule {
  static let info = RuleInfo(
    "uri-shortener", .uri, .warning, summary: "Disallow URL shorteners as redirect URIs",
    why: "Anyone can create a short link that leads to a page of their own. Google accepts a "
      + "shortener only if you own it and the path contains `/google-callback`. For your own "
      + "server and for Apple, a shortener is an error.",
    examples: .policy(
      bad: ExamplePolicy.google(redirect: "https://⟦bit.ly⟧/acme"),
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

struct UriNotOwned: Rule {
  static let info = RuleInfo(
    "uri-not-owned", .uri, .warning, summary: "Require redirect URIs on authorized domains",
    why: "The authorized domains are the hosts that your team owns. A redirect to another host "
      + "sends authorization codes to someone else, unless a domain is missing from the list. The "
      + "same holds for Apple's return URLs and the action URL of Firebase emails.",
    examples: .policy(
      bad: ownership("https://⟦login.partner.example⟧/callback"),
      good: ownership("https://login.acme.example/callback")),
    traits: .uriPart)
  private static let roles: URIRoles = [
    .web, .google, .postLogout, .corsOrigin, .appleReturn, .actionURL,
  ]

  private static func ownership(_ uri: String) -> String {
    ExamplePolicy.web(prod: uri) + """
      providers:
        firebase:
          project_id: { prod: acme-home }
          authorized_domains: { prod: [acme-home.firebaseapp.com, acme.example] }

      """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    let hosts = context.index.hosts
    guard !hosts.withAuthorizedDomains.isEmpty else { return }
    let own = context.defaultDomains
    for uri in context.uris where Self.roles.contains(uri.role) {
      guard let range = uri.host, !range.isEmpty, uri.isWeb, !uri.isLoopback else { continue }
      let judged = EnvironmentSet(shared: uri.environment).intersection(hosts.withAuthorizedDomains)
      let host = uri.lowerHost
      guard !judged.isEmpty, !hosts.isAuthorized(host, inAnyOf: judged),
        !URIRoles([.appleReturn, .actionURL]).contains(uri.role) || !own.contains(host)
      else { continue }
      let place = uri.environment.map { " of \($0)" } ?? ""
      findings.report(
        uri.node, text: range, in: uri.environment,
        "host \(host.quoted) is not under any authorized domain\(place)",
        help: "add \(host.quoted) to `authorized_domains` if you own it")
    }
  }
}
