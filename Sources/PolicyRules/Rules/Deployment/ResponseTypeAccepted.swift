package import PolicyText

/// An authorization server gives no tokens to clients of codes. Reported by `verify`.
package struct ResponseTypeAccepted: NamedRule {
  package static let info = RuleInfo(
    "response-type-accepted", .deployment, .warning,
    summary: "an authorization server gives no tokens to clients of codes",
    why: "The implicit grant is switched on for a client that does not use it. Asked for by "
      + "`--probe-authorize`.",
    examples: .init(
      .answers,
      bad: """
        GET https://auth.acme.example/authorize response type token
        302
        location: {uri}#access_token=…&state={state}

        """,
      good: """
        GET https://auth.acme.example/authorize response type token
        302
        location: {uri}?error=unsupported_response_type&state={state}

        """),
    references: ["RFC 9700 section 2.1.2"])
  package init() {}
}
