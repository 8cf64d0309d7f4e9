import AssociationFiles
package import PolicyDiagnostics
import PolicyModel
import PolicyText

/// A rule for every path, sign-in included.
package struct LinkRuleClaimsAuthentication: LinkListRule {
  package static let info = RuleInfo(
    "link-rule-claims-authentication", .association, .warning, aliases: ["catch-all-claims-auth"],
    summary: "a rule for every path comes after excludes for the pages of sign-in",
    why:
      "A tap on a link of an email, an OAuth callback or an admin page opens the app instead of the "
      + "browser that waits for it: sign-in on the web, password resets and email actions break on "
      + "phones with the app. A rule in a file that claims such a page by its name is a note: the app "
      + "has to finish what the link starts.",
    examples: .init(
      .policy, bad: ExamplePolicy.rules("{ path: ⟦/*⟧ }"),
      good: ExamplePolicy.rules("{ path: /__/auth/*, exclude: true }", "{ path: /* }")),
    references: ["Apple: supporting associated domains"])
  package static let neverReportsErrors = true
  package init() {}

  /// Pages that the web needs for itself; the first ones are Firebase's.
  private static let pages: [ExactString] = [
    "/__/auth/action", "/__/auth/handler", "/auth/callback", "/auth/login", "/auth",
    "/oauth/callback", "/oauth2/callback", "/oauth", "/callback", "/login", "/signin", "/sign-in",
    "/login/callback", "/account/login", "/users/sign_in", "/reset-password", "/password/reset",
    "/verify-email", "/admin", "/admin/login", "/logout",
  ]

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    let usesFirebase = context.policy.firebase != nil
    for links in context.index.links {
      check(links, usesFirebase: usesFirebase, reporting: &findings)
    }
  }

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    let usesFirebase = links.rules.contains { rule in
      rule.rule.path.map { Array($0.value.utf8)[...].firstRange(ofBytes: "/__/") != nil } ?? false
    }
    check(links, usesFirebase: usesFirebase, reporting: &findings)
  }

  private func check(
    _ links: LinkList, usesFirebase: Bool, reporting findings: inout Findings
  ) {
    var claimsAll = false
    for entry in links.entries where links.language == .policy || entry.namesApp {
      guard
        let index = entry.rules.firstIndex(where: {
          !$0.excludes && $0.matchesEverything && !$0.isMisread
        })
      else { continue }
      claimsAll = true
      // An exclude that stands below it is the heavier mistake, and mended it is an exclude above.
      guard !excludesPages(entry.rules[..<index], links.variables), !entry.hidesExclude(index)
      else { continue }
      let rule = entry.rules[index]
      findings.report(
        rule.place,
        "\(ExactString(rule.title).quoted) also claims "
          + "\(usesFirebase ? "`/__/auth/action`" : "`/reset-password`") and `/login`: a tap on "
          + "such a link opens the app, not the page",
        help: "exclude the paths that your web sign-in needs, above this rule")
    }
    if links.language == .file, !claimsAll { checkPages(links, &findings) }
  }

  /// Rules that claim a page of sign-in by its name: often meant, and worth knowing.
  private func checkPages(_ links: LinkList, _ findings: inout Findings) {
    for (entry, _, rule) in links.rules where !rule.excludes && links.entries[entry].namesApp {
      guard let path = rule.path, path.value.utf8.count < 1_000,
        let kind = AuthenticationPage(path: path.value)
      else { continue }
      findings.report(
        rule.place, severity: .note,
        "\(ExactString(rule.title).quoted) claims a page of sign-in: where the app is installed it "
          + "gets these links, and has to finish what they start",
        help: kind.help)
    }
  }

  /// True when an exclude above shows that somebody has thought of it.
  private func excludesPages(
    _ rules: ArraySlice<LinkList.Rule>, _ variables: LinkVariables
  ) -> Bool {
    let excludes = rules.filter(\.excludes)
    guard !excludes.isEmpty else { return false }
    let file = AppleAppSiteAssociation(
      applinks: AppleLinks(
        details: [
          AppleLinkEntry(
            appIDs: ["x"], rules: .components(excludes.prefix(1_000).map(\.component)))
        ]))
    let matcher = AppleLinkMatcher(file, domain: "host.example")
    return Self.pages.contains { page in
      matcher.answer(ExactString("https://host.example" + page.string)).decision("x").outcome
        == .exclude
    }
  }
}
