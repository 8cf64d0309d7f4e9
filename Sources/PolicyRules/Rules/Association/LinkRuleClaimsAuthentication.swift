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
      + "phones with the app.",
    examples: .init(
      .policy, bad: ExamplePolicy.rules("{ path: ⟦/*⟧ }"),
      good: ExamplePolicy.rules("{ path: /__/auth/*, exclude: true }", "{ path: /* }")),
    references: ["Apple: supporting associated domains"])
  package init() {}

  /// Pages that the web needs for itself; the first ones are Firebase's.
  private static let pages: [ExactString] = [
    "/__/auth/action", "/__/auth/handler", "/auth/callback", "/auth/login", "/auth",
    "/oauth/callback", "/oauth2/callback", "/oauth", "/callback", "/login", "/signin", "/sign-in",
    "/login/callback", "/account/login", "/users/sign_in", "/reset-password", "/password/reset",
    "/verify-email", "/admin", "/admin/login", "/logout",
  ]

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    checkCatchAlls(links, &findings)
    // A policy says what it wants the app to open.
    if links.language == .file { AuthenticationPages.check(links, &findings) }
  }

  private func checkCatchAlls(_ links: LinkList, _ findings: inout Findings) {
    for (number, entry) in links.entries.enumerated() {
      // Of an entry that names no app, or whose rules open nothing, nothing is claimed.
      guard !entry.apps.isEmpty, !links.closed.entries.contains(number),
        let index = entry.rules.firstIndex(where: {
          !$0.excludes && $0.matchesEverything && !$0.isMisread
        }),
        // Excludes below never run, which is said of them: mended, they are what this asks for.
        !excludesPages(entry.rules, links.variables)
      else { continue }
      let rule = entry.rules[index]
      // Of files it is known only from their own rules whether the site uses Firebase.
      let isFirebase =
        links.language == .policy
        || links.rules.contains { $0.rule.path?.value.hasPrefix("/__/") == true }
      findings.report(
        rule.place,
        "\(ExactString(rule.title).quoted) also claims "
          + (isFirebase ? "`/__/auth/action` and `/login`" : "`/login` and `/reset-password`"),
        help: "exclude the paths that your web sign-in needs, above this rule")
    }
  }

  /// True when an exclude shows that somebody has thought of it.
  private func excludesPages(_ rules: [LinkList.Rule], _ variables: LinkVariables) -> Bool {
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
