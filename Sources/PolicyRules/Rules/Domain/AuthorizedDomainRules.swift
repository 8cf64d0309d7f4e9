import PolicyModel
import PolicyText

struct AuthorizedDomainLocalhostInProd: Rule {
  static let info = RuleInfo(
    "authorized-domain-localhost-in-prod", .domain, .warning, aliases: ["localhost-in-prod"],
    summary: "Disallow localhost as an authorized domain in prod",
    why: "Any program on a user's machine could start a sign-in for your project.",
    examples: .init(
      .policy,
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
    examples: .init(
      .policy,
      bad: ExamplePolicy.authorized("⟦web.app⟧"),
      good: ExamplePolicy.authorized()),
    hides: ["environment-tunnel-in-prod", "authorized-domain-covers-nothing"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for entry in context.index.authorizedDomains {
      let (environment, domain, host) = (entry.environment, entry.text, entry.name)
      // Other rules check entries that aren't bare hosts. A single label is a top-level domain or a private network's
      // domain, and both cover all names below them.
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
    examples: .init(
      .policy,
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
    examples: .init(
      .policy, bad: ExamplePolicy.firebase("authorized_domains: { ⟦prod⟧: [app.acme.example] }"),
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
          + "`authorized_domains`")
    }
  }

  /// Also accepts an entry with a scheme or a path; domain-not-bare reports that.
  private func has(_ list: [LocatedText], _ host: ExactString) -> Bool {
    list.contains { domain in
      guard domain.value.utf8.count >= host.utf8.count else { return false }
      return domain.value == host || HostEnvironments.bareHost(domain.value) == host
    }
  }

  /// Like iOS, matches a suffix after at least two characters, including case.
  private func isChosen(_ text: ExactString, _ suffixes: String...) -> Bool {
    suffixes.contains { text.hasSuffix($0) && text.utf8.count >= $0.utf8.count + 2 }
  }
}
