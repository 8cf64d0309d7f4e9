import AssociationFiles
import PolicyText
import PolicyModel

/// Link rules of a file that match sign-in pages.
enum AuthenticationPages {
  private struct Page {
    /// Path segments that identify the page.
    var words: Set<String>
    var effect: String
  }

  private static let pages = [
    Page(
      words: [
        "reset-password", "reset_password", "resetpassword", "password-reset", "password_reset",
        "passwordreset", "forgot-password", "forgot_password", "resetting",
      ],
      effect: "the app receives password reset links and must complete the reset"),
    Page(
      words: [
        "verify-email", "verify_email", "verifyemail", "email-verification", "confirm-email",
        "confirm_email", "email-confirm",
      ],
      effect: "the app receives email verification links and must confirm the address"),
    Page(
      words: ["magic-link", "magic_link", "magiclink", "passwordless", "email-link"],
      effect: "the app receives sign-in links, including those requested in a browser"),
    Page(
      words: [
        "oauth", "oauth2", "callback", "oauth-callback", "auth-callback", "login-callback",
        "signin-callback", "external-login", "signin-oidc", "signout-oidc", "sso", "saml",
      ],
      effect: "the app receives the codes of sign-ins that began in a browser, which then hang"),
  ]

  /// Reports the first rule for each type of page, with the others as notes.
  static func check(_ links: LinkList, _ findings: inout Findings) {
    for (number, entry) in links.entries.enumerated()
    where !links.opensNothing(number) {
      var found: [[LinkList.Rule]] = pages.map { _ in [] }
      for (index, rule) in entry.rules.enumerated() where !rule.excludes && !rule.isMisread {
        guard let page = page(of: rule), opens(index, entry, links.variables) else { continue }
        found[page].append(rule)
      }
      for (page, rules) in zip(pages, found) {
        guard let first = rules.first else { continue }
        findings.report(
          first.place, severity: .note,
          "\(RuleListDescription.titles(rules)) \(rules.count == 1 ? "matches" : "match") sign-in pages, so \(page.effect)",
          help: "exclude the pages that must stay in the browser",
          notes: RuleListDescription.notes("also matches", rules, findings))
      }
    }
  }

  /// The index of the page that a segment of the path identifies.
  private static func page(of rule: LinkList.Rule) -> Int? {
    guard let path = rule.path?.value, path.utf8.count <= 512 else { return nil }
    for segment in path.utf8.split(separator: UInt8(ascii: "/")) {
      var word = String(Substring(segment)).lowercased()
      while word.hasSuffix("*") || word.hasSuffix("?") { word.removeLast() }
      if let page = pages.firstIndex(where: { $0.words.contains(word) }) { return page }
    }
    return nil
  }

  /// Returns true if no preceding exclude matches the page.
  private static func opens(
    _ index: Int, _ entry: LinkList.Entry, _ variables: LinkVariables
  ) -> Bool {
    switch entry.verdicts[index] {
    case .covered, .never: return false
    case .reachable, .unknown: break
    }
    guard index > 0, entry.rules[..<index].contains(where: \.excludes),
      let path = entry.rules[index].path?.value
    else { return true }
    let sample = path.replacingWildcards("x7", "x")
    let page = path.hasPrefix("/") ? sample : ExactString("/" + sample.string)
    return AppleLinkMatcher(entry.rules[...index].prefix(1_000)).decision(on: page).outcome
      != .exclude
  }
}
