package import PolicyText

/// An authorization server asks for the code challenge that the policy requires. Reported by `verify`.
package struct PkceNotEnforced: NamedRule {
  package static let info = RuleInfo(
    "pkce-not-enforced", .deployment, .warning,
    summary: "an authorization server asks for the code challenge that the policy requires",
    why: "A request without one goes on to the login. The server may refuse later, so that it "
      + "is inferred. Asked for by `--probe-authorize`.",
    examples: .init(
      .answers,
      bad: """
        GET https://auth.acme.example/authorize no code challenge
        302
        location: {uri}?error=login_required&state={state}

        """,
      good: """
        GET https://auth.acme.example/authorize no code challenge
        302
        location: {uri}?error=invalid_request&state={state}

        """),
    references: ["RFC 9700 section 2.1.1"])
  package init() {}
}
