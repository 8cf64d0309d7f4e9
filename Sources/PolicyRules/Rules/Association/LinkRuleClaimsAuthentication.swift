import AssociationFiles
package import PolicyDiagnostics
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
  package static let neverReportsErrors = true
  package init() {}

  /// Pages that the web needs for itself; the first ones are Firebase's.
  private static let pages: [ExactString] = [
    "/__/auth/action", "/__/auth/handler", "/auth/callback", "/auth/login", "/auth",
    "/oauth/callback", "/oauth2/callback", "/oauth", "/callback", "/login", "/signin", "/sign-in",
    "/login/callback", "/account/login", "/users/sign_in", "/reset-password", "/password/reset",
    "/verify-email", "/admin", "/admin/login", "/logout",
  ]

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    for entry in links.entries {
      guard
        let index = entry.rules.firstIndex(where: {
          !$0.excludes && $0.matchesEverything && !$0.isMisread
        }),
        !excludesPages(entry.rules[..<index], links.variables)
      else { continue }
      let rule = entry.rules[index]
      findings.report(
        rule.place, "\(ExactString(rule.title).quoted) also claims `/__/auth/action` and `/login`",
        help: "exclude the paths that your web sign-in needs, above this rule")
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
