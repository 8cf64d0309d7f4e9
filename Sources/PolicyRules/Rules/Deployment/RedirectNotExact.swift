package import PolicyText

/// An authorization server compares redirect URIs exactly. Reported by `verify`.
package struct RedirectNotExact: NamedRule {
  package static let info = RuleInfo(
    "redirect-not-exact", .deployment, .error,
    summary: "an authorization server compares redirect URIs exactly",
    why: "A longer path or another query is taken for the registered one: somebody who "
      + "controls a page below it gets codes. Asked for by `--probe-authorize`.",
    examples: .init(
      .answers,
      bad: """
        GET https://auth.acme.example/authorize longer path
        302
        location: {uri}?error=login_required&state={state}

        """,
      good: """
        GET https://auth.acme.example/authorize longer path
        400

        """),
    references: ["RFC 9700 section 4.1.3"])
  package init() {}
}
