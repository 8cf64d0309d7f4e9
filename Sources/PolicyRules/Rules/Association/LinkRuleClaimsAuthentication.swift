import AssociationFiles
package import PolicyText
import PolicyModel

/// A rule for every path, sign-in included.
package struct LinkRuleClaimsAuthentication: LinkListRule {
  package static let info = RuleInfo(
    "link-rule-claims-authentication", .association, .warning, aliases: ["catch-all-claims-auth"],
    summary: "Exclude sign-in pages above a rule for every path",
    why:
      "The app opens instead of the browser that waits for the page, so sign-in on the web breaks on "
      + "phones with the app. It is a warning if the policy registers the page, or if another entry of the "
      + "file excludes it; otherwise a note.",
    examples: .init(
      .policy, bad: ExamplePolicy.rules("{ path: ⟦/*⟧ }", settings: client),
      good: ExamplePolicy.rules(
        "{ path: /oauth/callback, exclude: true }", "{ path: /* }", settings: client)),
    references: ["Apple: supporting associated domains"])
  package init() {}

  private static let client = """
    clients:
      acme-web:
        provider: generic
        type: web
        client_id: { prod: acme-web }
        client_secret: { env: ACME_WEB_SECRET }
        redirect_uris: { prod: [https://www.acme.example/oauth/callback] }

    """

  /// Pages that the web needs for itself; the first ones are Firebase's.
  private static let pages: [ExactString] = [
    "/__/auth/action", "/__/auth/handler", "/auth/callback", "/auth/login", "/auth",
    "/oauth/callback", "/oauth2/callback", "/oauth", "/callback", "/login", "/signin", "/sign-in",
    "/login/callback", "/account/login", "/users/sign_in", "/reset-password", "/password/reset",
    "/verify-email", "/admin", "/admin/login", "/logout",
  ]

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for links in context.index.links {
      checkCatchAlls(links, { registeredPages(of: links, context) }, &findings)
    }
  }

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    checkCatchAlls(links, { excludedPages(of: links) }, &findings)
    AuthenticationPages.check(links, &findings)
  }

  /// A page that sign-in in the browser needs.
  private struct Page {
    /// Path and query.
    var path: ExactString
    /// What it is, for messages.
    var noun: String
    /// Where the same file registers it.
    var node: NodeID?
  }

  private func checkCatchAlls(
    _ links: LinkList, _ known: () -> [Page], _ findings: inout Findings
  ) {
    var pages: [Page]?
    for (number, entry) in links.entries.enumerated() {
      // An entry that names no app, or whose rules open nothing, claims nothing.
      guard !entry.apps.isEmpty, !links.closed.entries.contains(number),
        let index = entry.rules.firstIndex(where: {
          !$0.excludes && $0.matchesEverything && !$0.isMisread
        })
      else { continue }
      let rule = entry.rules[index]
      let title = ExactString(rule.title).quoted
      // Excludes below never run, which is another finding: moved up, they are what this one wants.
      let matcher = Self.matcher(entry.rules, links)
      let found = pages ?? known()
      pages = found
      let claimed = found.first { !Self.excludes($0.path, matcher) }
      if let claimed {
        findings.report(
          rule.place,
          "\(title) also claims \(claimed.path.quoted), \(claimed.noun): the app gets it instead of the browser",
          help: "exclude \(claimed.path.quoted) above this rule",
          notes: claimed.node.map { [findings.note("it is registered here", at: $0)] } ?? [])
      } else if !Self.pages.contains(where: { Self.excludes($0, matcher) }) {
        findings.report(
          rule.place, severity: .note,
          "\(title) claims every path, sign-in pages such as `/login` included",
          help: "exclude the paths that your web sign-in needs, above this rule")
      }
    }
  }

  /// Matches the excludes of an entry.
  private static func matcher(_ rules: [LinkList.Rule], _ links: LinkList) -> AppleLinkMatcher? {
    let excludes = rules.filter(\.excludes)
    guard !excludes.isEmpty else { return nil }
    let variables = links.declared.map {
      AppleSubstitutionVariable($0.name.value, $0.values.map(\.value))
    }
    let entry = AppleLinkEntry(
      appIDs: ["x"], rules: .components(excludes.prefix(1_000).map(\.component)))
    let file = AppleAppSiteAssociation(
      applinks: AppleLinks(details: [entry], substitutionVariables: variables))
    return AppleLinkMatcher(file, domain: "host.example")
  }

  private static func excludes(_ page: ExactString, _ matcher: AppleLinkMatcher?) -> Bool {
    let url = ExactString("https://host.example" + page.string)
    return matcher?.answer(url).decision("x").outcome == .exclude
  }

  // MARK: pages

  /// What is registered on the host: by this policy, and by others that declare it. A native client's
  /// redirect URIs are the app's own.
  private func registeredPages(of links: LinkList, _ context: RuleContext) -> [Page] {
    guard let host = links.host else { return [] }
    let roles: URIRoles = [.web, .google, .appleReturn, .endpoint, .postLogout]
    func pages(_ uris: PolicyURIs, isOwn: Bool) -> [Page] {
      uris.all.filter { roles.contains($0.role) && $0.isWeb && $0.lowerHost == host }.map { uri in
        Page(
          path: ExactString(decoding: uri.pathAndQuery), noun: uri.noun,
          node: isOwn ? uri.node : nil)
      }
    }
    let others = context.workspaceIndex.domains(host).map(\.document)
      .filter { $0.tree.file != context.tree.file }.prefix(Self.mostPolicies)
    let isHandler = context.policy.firebase?.authDomain?.values
      .contains { ASCII.lowercased($0.value.value) == host }
    return pages(context.index.uris, isOwn: true)
      + others.flatMap { pages(PolicyURIs($0.policy), isOwn: false) }
      + (isHandler == true ? [Page(path: "/__/auth/handler", noun: "Firebase's sign-in page")] : [])
  }

  /// Policies of one host that are looked at for pages.
  private static let mostPolicies = 50

  /// Pages of sign-in that the site has: an entry for another app excludes them.
  private func excludedPages(of links: LinkList) -> [Page] {
    let matchers = links.entries.compactMap { Self.matcher($0.rules, links) }
    return Self.pages.filter { page in matchers.contains { Self.excludes(page, $0) } }
      .map { Page(path: $0, noun: "which another entry excludes") }
  }
}
