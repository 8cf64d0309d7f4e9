import AssociationFiles
package import PolicyText
import PolicyModel

package struct LinkRuleClaimsAuthentication: LinkListRule {
  package static let info = RuleInfo(
    "link-rule-claims-authentication", .association, .warning, aliases: ["catch-all-claims-auth"],
    summary: "Require excludes for sign-in pages above a rule for every path",
    why:
      "The app opens instead of the browser that waits for the page, so web sign-in breaks on "
      + "phones with the app. This is a warning if the policy registers the page, or if another "
      + "entry of the file excludes it. Otherwise it is a note.",
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

  /// Common paths of sign-in pages, starting with Firebase's.
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

  private struct Page {
    /// Path and query.
    var path: ExactString
    /// Describes the page in messages.
    var noun: String
    /// Where the same file registers it.
    var node: NodeID?
  }

  private func checkCatchAlls(
    _ links: LinkList, _ known: () -> [Page], _ findings: inout Findings
  ) {
    var pages: [Page]?
    for (number, entry) in links.entries.enumerated() {
      // An entry without apps, or with rules that open nothing, opens no sign-in page.
      guard !links.opensNothing(number),
        let index = entry.rules.firstIndex(where: {
          !$0.excludes && $0.matchesEverything && !$0.isMisread
        })
      else { continue }
      let rule = entry.rules[index]
      let title = ExactString(rule.title).quoted
      // link-exclude-unreachable reports excludes below the rule; its fix also resolves this finding.
      let matcher = Self.matcher(entry.rules, links)
      let found = pages ?? known()
      pages = found
      let claimed = found.first { !Self.excludes($0.path, matcher) }
      if let claimed {
        findings.report(
          rule.place,
          "\(title) opens \(claimed.path.quoted) in the app, but it is \(claimed.noun)",
          help: "exclude \(claimed.path.quoted) above this rule",
          notes: claimed.node.map { [findings.note("registered here", at: $0)] } ?? [])
      } else if !Self.pages.contains(where: { Self.excludes($0, matcher) }) {
        findings.report(
          rule.place, severity: .note,
          "\(title) matches every path, including sign-in pages such as `/login`",
          help: "exclude the paths of your web sign-in above this rule")
      }
    }
  }

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

  /// Pages on the host that this policy registers, or another policy that declares the host. Redirect URIs of native
  /// clients are the app's own.
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

  /// The most policies of one host that are searched for pages.
  private static let mostPolicies = 50

  /// Sign-in pages that an entry for another app excludes.
  private func excludedPages(of links: LinkList) -> [Page] {
    let matchers = links.entries.compactMap { Self.matcher($0.rules, links) }
    return Self.pages.filter { page in matchers.contains { Self.excludes(page, $0) } }
      .map { Page(path: $0, noun: "a page that another entry excludes") }
  }
}
