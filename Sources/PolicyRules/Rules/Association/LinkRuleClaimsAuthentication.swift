import AssociationFiles
import PolicyText
import PolicyModel

struct LinkRuleClaimsAuthentication: LinkListRule {
  static let info = RuleInfo(
    "link-rule-claims-authentication", .association, .warning, aliases: ["catch-all-claims-auth"],
    summary: "Disallow link rules that open web sign-in pages in an app",
    why: "The app opens instead of the browser that waits for the page, so web sign-in breaks on "
      + "phones with the app. This is a warning if the policy registers the page, or if another "
      + "entry of the file excludes it. Otherwise it is a note.",
    examples: .policy(
      bad: ExamplePolicy.rules("{ path: ⟦/*⟧ }", settings: client),
      good: ExamplePolicy.rules(
        "{ path: /oauth/callback, exclude: true }", "{ path: /* }", settings: client)),
    references: ["Apple: supporting associated domains"])

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

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for links in context.index.links {
      checkCatchAlls(links, { registeredPages(of: links, context) }, &findings)
      checkNarrowRules(links, context, &findings)
    }
  }

  func check(_ links: LinkList, reporting findings: inout Findings) {
    checkCatchAlls(links, { excludedPages(of: links) }, &findings)
    AuthenticationPages.check(links, &findings)
  }

  /// The path and query of a page, its description for messages, and its location if the same file
  /// registers it.
  private typealias Page = (path: ExactString, noun: String, node: NodeID?)

  private func checkCatchAlls(
    _ links: LinkList, _ known: () -> [Page], _ findings: inout Findings
  ) {
    var pages: [Page]?
    for (number, entry) in links.entries.enumerated() {
      // An entry without apps, or whose rules don't open any link, can't open a sign-in page.
      guard !links.opensNothing(number),
        let rule = entry.rules.first(where: {
          !$0.excludes && $0.matchesEverything && !$0.isMisread
        })
      else { continue }
      let title = rule.title.quoted
      // `link-exclude-unreachable` reports excludes after the rule; its fix also resolves this
      // finding.
      let matcher = Self.matcher(entry, links)
      let found = pages ?? known()
      pages = found
      if let claimed = found.first(where: { !Self.excludes($0.path, matcher) }) {
        report(rule, opening: claimed, &findings)
      } else if !Self.pages.contains(where: { Self.excludes($0, matcher) }) {
        findings.report(
          rule.place, severity: .note,
          "\(title) matches every path, including sign-in pages such as `/login`",
          help: "exclude the paths of your web sign-in above this rule")
      }
    }
  }

  /// Checks rules for specific paths, which must not open a redirect URI that a browser waits for.
  private func checkNarrowRules(
    _ links: LinkList, _ context: RuleContext, _ findings: inout Findings
  ) {
    let pages = registeredPages(
      of: links, context, roles: [.web, .google, .appleReturn, .actionURL])
    guard !pages.isEmpty else { return }
    for (number, entry) in links.entries.enumerated() where !links.opensNothing(number) {
      let rules = entry.rules.prefix(1_000)
      let matcher = AppleLinkMatcher(
        rules, variables: links.declared.map { AppleSubstitutionVariable($0) })
      var reported: Set<Int> = []
      for page in pages.prefix(100_000 / max(rules.count, 1)) {
        let response = page.path.string + (page.path.contains(UInt8(ascii: "?")) ? "&" : "?")
        let decision = matcher.decision(on: ExactString(response + "code=C1&state=s1"))
        guard decision.outcome == .match, let index = decision.rule,
          case let rule = entry.rules[index], !rule.matchesEverything, !rule.isMisread,
          reported.insert(index).inserted
        else { continue }
        report(rule, opening: page, &findings)
      }
    }
  }

  private func report(_ rule: LinkList.Rule, opening page: Page, _ findings: inout Findings) {
    findings.report(
      rule.place,
      "\(rule.title.quoted) opens \(page.path.quoted) in the app, but it is \(page.noun)",
      help: "exclude \(page.path.quoted) above this rule",
      notes: page.node.map { [findings.note("registered here", at: $0)] } ?? [])
  }

  private static func matcher(_ entry: LinkList.Entry, _ links: LinkList) -> AppleLinkMatcher? {
    let excludes = entry.rules.filter(\.excludes)
    guard !excludes.isEmpty else { return nil }
    return AppleLinkMatcher(
      excludes.prefix(1_000), variables: links.declared.map { AppleSubstitutionVariable($0) })
  }

  private static func excludes(_ page: ExactString, _ matcher: AppleLinkMatcher?) -> Bool {
    matcher?.decision(on: page).outcome == .exclude
  }

  /// Pages on the host that this policy registers, or another policy that declares the host. Redirect URIs of native
  /// clients are the app's own.
  private func registeredPages(
    of links: LinkList, _ context: RuleContext,
    roles: URIRoles = [.web, .google, .appleReturn, .endpoint, .postLogout, .actionURL]
  ) -> [Page] {
    guard let host = links.host else { return [] }
    func pages(_ uris: PolicyURIs, isOwn: Bool) -> [Page] {
      let found = uris.all.filter { roles.contains($0.role) && $0.isWeb && $0.isOn(host) }
      return found.map(LocatedURI.init).map { uri in
        (ExactString(decoding: uri.pathAndQuery), uri.noun, isOwn ? uri.node : nil)
      }
    }
    // Searches at most 50 policies of the host.
    let others = context.workspaceIndex.domains(host).map(\.document)
      .filter { $0.tree.file != context.tree.file }.prefix(50)
    let isHandler = context.policy.firebase?.authDomain?.values
      .contains { ASCII.lowercased($0.value.value) == host }
    return pages(context.index.uris, isOwn: true)
      + others.flatMap { pages(PolicyURIs($0.policy), isOwn: false) }
      + (isHandler == true ? [("/__/auth/handler", "Firebase's sign-in page", nil)] : [])
  }

  /// Sign-in pages that an entry for another app excludes.
  private func excludedPages(of links: LinkList) -> [Page] {
    let matchers = links.entries.compactMap { Self.matcher($0, links) }
    return Self.pages.filter { page in matchers.contains { Self.excludes(page, $0) } }
      .map { ($0, "a page that another entry excludes", nil) }
  }
}
