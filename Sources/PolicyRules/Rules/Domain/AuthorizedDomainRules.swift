import PolicyModel
import PolicyText

struct AuthorizedDomainLocalhostInProd: Rule {
  static let info = RuleInfo(
    "authorized-domain-localhost-in-prod", .domain, .warning, aliases: ["localhost-in-prod"],
    summary: "Disallow localhost as an authorized domain in prod",
    why: "Any program on a user's machine could start a sign-in for your project.",
    examples: .policy(
      bad: ExamplePolicy.authorized("⟦localhost⟧"),
      good: ExamplePolicy.authorized()),
    hides: ["authorized-domain-covers-nothing", "authorized-domain-loopback-name"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for entry in context.index.authorizedDomains {
      let (environment, domain, host) = (entry.environment, entry.text, entry.name)
      guard environment != .sandbox, LocatedURI.isLoopback(host) || host.hasSuffix(".localhost")
      else { continue }
      findings.report(
        domain.node, in: environment, "\(domain.value.quoted) is authorized in prod",
        help: "move it to `sandbox`")
    }
  }
}

struct AuthorizedDomainPublicSuffix: Rule {
  static let info = RuleInfo(
    "authorized-domain-public-suffix", .domain, .error, aliases: ["public-suffix-authorized"],
    summary: "Disallow public suffixes as authorized domains",
    why: "A public suffix authorizes every site under it, and anyone can register one.",
    examples: .policy(bad: ExamplePolicy.authorized("⟦web.app⟧"), good: ExamplePolicy.authorized()),
    hides: ["environment-tunnel-in-prod", "authorized-domain-covers-nothing"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for entry in context.index.authorizedDomains {
      let (environment, domain, host) = (entry.environment, entry.text, entry.name)
      // Other rules check entries that aren't bare hosts. A single label is a top-level domain or a
      // private network's domain, which covers all names below it.
      guard host != "localhost", !host.isEmpty, entry.content.isSubset(of: .hostNames),
        PublicSuffixes.isSuffix(host) || !host.utf8.contains(UInt8(ascii: "."))
      else { continue }
      findings.report(
        domain.node, in: environment, "\(domain.value.quoted) authorizes every site under it",
        help: "list your own hosts")
    }
  }
}

struct AuthorizedDomainWildcard: Rule {
  static let info = RuleInfo(
    "authorized-domain-wildcard", .domain, .error, aliases: ["domain-wildcard"],
    summary: "Disallow wildcards in authorized domains",
    why:
      "Firebase reads `*` literally, and a domain already covers its subdomains for web sign-in.",
    examples: .policy(
      bad: ExamplePolicy.authorized("\"⟦*⟧.acme.example\""),
      good: ExamplePolicy.authorized()),
    hides: [
      "environment-test-host-in-prod", "environment-tunnel-in-prod", "authorized-domain-characters",
      "uri-bad-label", "authorized-domain-covers-nothing",
    ])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for entry in context.index.authorizedDomains where entry.content.contains("*") {
      let (environment, domain) = (entry.environment, entry.text)
      guard
        let place = Array(domain.value.utf8).firstIndex(of: UInt8(ascii: "*"))
      else { continue }
      findings.report(
        domain.node, text: place..<(place + 1), in: environment,
        "authorized domain must not contain a wildcard, found \(domain.value.quoted)",
        help:
          "write the domain without `*.`, which covers subdomains for web sign-in, or list each "
          + "host")
    }
  }
}

struct AuthorizedDomainDefaultMissing: Rule {
  static let info = RuleInfo(
    "authorized-domain-default-missing", .domain, .error, aliases: ["default-domain-removed"],
    summary: "Require the project's default domain among the authorized domains",
    why:
      "iOS uses the first `firebaseapp.com` or `web.app` entry of the list for web sign-in, and "
      + "fails without one. If the list has another such entry, iOS uses it, and this is a warning.",
    examples: .policy(
      bad: ExamplePolicy.firebase("authorized_domains: { ⟦prod⟧: [app.acme.example] }"),
      good: ExamplePolicy.authorized()),
    references: ["firebase-ios-sdk: AuthWebUtils.swift"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let firebase = context.policy.firebase, let domains = firebase.authorizedDomains else {
      return
    }
    for (environment, list) in domains.distinct {
      let missing = context.firebaseEnvironments(of: environment).compactMap { environment in
        firebase.projectID?[environment].map { "\($0.value).firebaseapp.com" }
      }.filter { !has(list, ExactString($0)) }.reduce(into: [String]()) {
        // The same project in both environments is one domain.
        if !$0.map(ExactString.init(_:)).contains(ExactString($1)) { $0.append($1) }
      }
      guard !missing.isEmpty else { continue }
      let isLast = !list.contains { isChosen($0.value, "firebaseapp.com", "web.app") }
      findings.report(
        context.place(of: domains, environment ?? .prod), in: environment,
        severity: isLast ? .error : .warning,
        missing.map(ExactString.init(_:)).map(\.quoted).joined(separator: " and ")
          + " must be listed, because iOS picks its auth domain from this list",
        help:
          "add \(missing.map(ExactString.init(_:)).map(\.quoted).joined(separator: " and ")) to "
          + "`authorized_domains`",
        unlessErrorsAt: context.projectIDNodes)
    }
  }

  /// Also accepts an entry with a scheme or path, which `domain-not-bare` reports.
  private func has(_ list: [LocatedText], _ host: ExactString) -> Bool {
    list.contains { domain in
      guard domain.value.utf8.count >= host.utf8.count else { return false }
      return domain.value == host || HostEnvironments.bareHost(domain.value) == host
    }
  }

  /// Like iOS, matches a suffix after at least two characters, respecting case.
  private func isChosen(_ text: ExactString, _ suffixes: String...) -> Bool {
    suffixes.contains { text.hasSuffix($0) && text.utf8.count >= $0.utf8.count + 2 }
  }
}

struct AuthorizedDomainCharacters: Rule {
  static let info = RuleInfo(
    "authorized-domain-characters", .domain, .error, aliases: ["domain-regex-chars"],
    summary:
      "Allow only letters, digits, hyphens and dots in authorized domains",
    why: "The web SDK builds a regular expression from the entry, so other characters match other "
      + "hosts.",
    examples: .policy(
      bad: ExamplePolicy.authorized("\"app⟦_⟧1.acme.example\""),
      good: ExamplePolicy.authorized()),
    hides: [
      "uri-bad-label", "uri-idn", "uri-mixed-script", "authorized-domain-localhost-in-prod",
      "authorized-domain-covers-nothing",
    ])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for entry in context.index.authorizedDomains
    where entry.text.value.isEmpty || !entry.content.isSubset(of: .hostNames) {
      let (environment, domain) = (entry.environment, entry.text)
      let bytes = Array(domain.value.utf8)
      if bytes.isEmpty || HostLabels.isIPv6Like(bytes) {
        findings.report(
          domain.node, in: environment,
          bytes.isEmpty
            ? "authorized domain must not be empty"
            : "\(domain.value.quoted) never matches, because the web SDK doesn't support IPv6 "
              + "addresses",
          help: bytes.isEmpty ? "remove the empty entry" : "write a host name, such as `localhost`")
        continue
      }
      guard entry.isBare,
        let place = bytes.firstIndex(where: { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."): false
          default: true
          }
        })
      else { continue }
      // The whole character, not just its first byte.
      let end = bytes[(place + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.count
      findings.report(
        domain.node, text: place..<end, in: environment,
        "authorized domain must contain only letters, digits, `-` and `.`, found "
          + "\(domain.value.quoted)",
        help: "write the host name as in DNS")
    }
  }
}

extension ExamplePolicy {
  /// A policy with the project's default domain and these authorized domains in prod.
  static func authorized(_ domains: String...) -> String {
    let list = ["acme-home.firebaseapp.com"] + domains
    return firebase("authorized_domains: { prod: [\(list.joined(separator: ", "))] }")
  }
}

struct AuthorizedDomainLoopbackName: Rule {
  static let info = RuleInfo(
    "authorized-domain-loopback-name", .domain, .warning, aliases: ["localhost-vs-127"],
    summary: "Require the loopback name that pages use",
    why: "`localhost` doesn't cover `127.0.0.1` and `127.0.0.1` doesn't cover `localhost`, because "
      + "the web SDK compares names. Development servers use either.",
    examples: .policy(bad: example("⟦localhost⟧"), good: example("localhost, 127.0.0.1")),
    references: ["firebase-js-sdk: validate_origin.ts"])

  private static func example(_ domains: String) -> String {
    """
    linkpolicy: 1
    name: example
    providers:
      firebase:
        project_id: { sandbox: acme-home-sbx }
        authorized_domains: { sandbox: [acme-home-sbx.firebaseapp.com, \(domains)] }
      google_sign_in:
        web:
          client_id: { sandbox: \(GoogleClientIDs.web) }
          javascript_origins: { sandbox: ["http://127.0.0.1:5000"] }

    """
  }

  /// Doesn't report a single `localhost` unless a page of the policy uses 127.0.0.1.
  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for (environment, list) in context.policy.firebase?.authorizedDomains?.distinct ?? [] {
      let name = list.first { $0.value == "localhost" }
      let address = list.first { $0.value == "127.0.0.1" }
      if let name, address == nil, let page = page(on: "127.0.0.1", environment, context) {
        findings.report(
          name.node, in: environment,
          "`127.0.0.1` is not authorized, because `localhost` doesn't include it",
          help: "add `127.0.0.1`, or use `localhost` in the URL",
          notes: [findings.note("a page on 127.0.0.1", at: page.node)])
      } else if let address, name == nil {
        findings.report(
          address.node, in: environment,
          "`localhost` is not authorized, because `127.0.0.1` doesn't include it",
          help: "add `localhost`, which most development servers use")
      }
    }
  }

  /// A page that could start a sign-in; other rules check continue URLs.
  private func page(
    on host: ExactString, _ environment: Environment?, _ context: RuleContext
  ) -> URIEntry? {
    let pages: URIRoles = [.web, .google, .origin]
    return context.uris.first { uri in
      uri.isLoopback && uri.isWeb && pages.contains(uri.role) && uri.isOn(host)
        && (environment.map(uri.belongs) ?? true)
    }
  }
}
