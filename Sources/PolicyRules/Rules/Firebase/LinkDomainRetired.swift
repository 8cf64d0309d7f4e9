import PolicyText
import PolicyModel

struct LinkDomainRetired: URIRule {
  static let info = RuleInfo(
    "link-domain-retired", .firebase, .error, aliases: ["page-link"],
    summary: "Disallow Firebase Dynamic Links",
    why: "Firebase Dynamic Links was shut down on 2025-08-25. Its links no longer work, and no "
      + "browser or server can return to them. On iOS 8 and older, the links used the URL scheme "
      + "`BUNDLE_ID://google/link`; later versions use universal links.",
    examples: .policy(
      bad: ExamplePolicy.action(
        "url: https://app.acme.example/finish\n          link_domain: ⟦acme.page.link⟧"),
      good: ExamplePolicy.action("url: https://app.acme.example/finish")),
    references: ["Firebase: Dynamic Links deprecation FAQ"], isFixable: true,
    hides: [
      "continue-url-host-unauthorized", "link-domain-default", "link-host-undeclared",
      "continue-url-host-only-by-parent", "authorized-domain-covers-nothing",
      "auth-domain-unlisted", "uri-not-owned", "uri-shortener", "native-scheme-authority",
      "link-domain-not-hosted",
    ])
  static let roles: URIRoles = [.redirects, .others, .origins, .continueURL]

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    checkSchemes(context, &findings)
    for domain in context.policy.domains { check(domain.host, nil, &findings) }
    guard let firebase = context.policy.firebase else { return }
    for lists in [firebase.authorizedDomains, firebase.hostingDomains] {
      for (environment, domains) in lists?.distinct ?? [] {
        for domain in domains { check(domain, environment, &findings) }
      }
    }
    for (environment, domain) in firebase.authDomain?.distinct ?? [] {
      check(domain, environment, &findings)
    }
    for action in firebase.emailActions {
      for (environment, text) in action.linkDomain?.distinct ?? [] {
        check(text, environment, &findings)
      }
      // The value doesn't matter, because the service that reads it was shut down.
      for (environment, text) in action.dynamicLinkDomain?.distinct ?? [] {
        check(
          text, environment, isRetired: true,
          fixes: action.dynamicLinkDomain.map {
            context.removing($0.node, "remove `dynamic_link_domain`", isSafe: false)
          } ?? [],
          &findings)
      }
    }
  }

  func problem(in uri: LocatedURI) -> URIProblem? {
    if uri.isWeb {
      guard Self.isRetired(host: uri.lowerHost) else { return nil }
      return URIProblem(
        uri.parts.host, Self.message(uri.lowerHost), help: "write a URL on your own site")
    }
    guard uri.lowerHost == "google", uri.path.starts(with: "/link".utf8) else { return nil }
    return URIProblem(
      nil, "`//google/link` is Firebase Dynamic Links for iOS 8, which shut down on 2025-08-25",
      help: "remove it, and open the app by a universal link")
  }

  /// Reports a bundle ID as a URL scheme, unless a redirect URI uses that scheme.
  private func checkSchemes(_ context: RuleContext, _ findings: inout Findings) {
    guard let lists = context.policy.googleSignIn?.ios?.urlSchemes else { return }
    let bundles = Set(
      context.policy.apps.compactMap { $0.bundleID.map { ASCII.lowercased($0.value) } })
    let used = Set(
      context.uris.map(LocatedURI.init).compactMap { uri in
        uri.parts.scheme.map { ExactString(decoding: uri.parts.bytes($0).lowercased) }
      })
    for (environment, schemes) in lists.distinct {
      for scheme in schemes {
        let name = ASCII.lowercased(scheme.value)
        guard bundles.contains(name), !used.contains(name) else { continue }
        findings.report(
          scheme.node, in: environment, severity: .note,
          "scheme \(scheme.value.quoted) is the bundle ID, which Firebase Dynamic Links used on "
            + "iOS 8",
          help: "remove it, unless another part of the app uses it")
      }
    }
  }

  private func check(
    _ text: LocatedText, _ environment: Environment?, isRetired: Bool = false, fixes: [Fix] = [],
    _ findings: inout Findings
  ) {
    guard isRetired || text.value.utf8.count > 10 else { return }
    let parts = URIParts(text.value)
    let host = parts.authority == nil ? text.value : parts.lowerHost
    guard isRetired || Self.isRetired(host: ASCII.lowercased(host)) else { return }
    findings.report(
      text.node, text: parts.host, in: environment, Self.message(host),
      help: "write a Firebase Hosting link domain", fixes: fixes)
  }

  private static func message(_ host: ExactString) -> String {
    "\(host.quoted) relies on Firebase Dynamic Links, which shut down on 2025-08-25"
  }

  private static func isRetired(host: ExactString) -> Bool {
    host.hasSuffix(".page.link") || host.hasSuffix(".app.goo.gl")
  }
}
