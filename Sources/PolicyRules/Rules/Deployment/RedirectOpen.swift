package import PolicyText

/// An authorization server redirects to nobody else. Reported by `verify`.
package struct RedirectOpen: NamedRule {
  package static let info = RuleInfo(
    "redirect-open", .deployment, .error,
    summary: "an authorization server redirects to nobody else",
    why: "It sends users, and their codes, to a host that nobody registered. Asked for by "
      + "`--probe-authorize`.",
    examples: .init(
      .answers,
      bad: """
        GET https://auth.acme.example/authorize foreign host
        302
        location: {uri}?error=login_required&state={state}

        """,
      good: """
        GET https://auth.acme.example/authorize foreign host
        400

        """),
    references: ["RFC 9700 section 4.11"])
  package init() {}
}
