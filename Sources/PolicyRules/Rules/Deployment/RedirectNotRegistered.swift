package import PolicyText

/// An authorization server takes the redirect URIs of the policy. Reported by `verify`.
package struct RedirectNotRegistered: NamedRule {
  package static let info = RuleInfo(
    "redirect-not-registered", .deployment, .error,
    summary: "an authorization server takes the redirect URIs of the policy",
    why: "The request with `prompt=none` is answered by a redirect to the URI, or by an error "
      + "page where the server does not know it. Asked for by `--probe-authorize`.",
    examples: .init(
      .answers,
      bad: """
        GET https://auth.acme.example/authorize registered
        400
        content-type: text/html

        Invalid redirect

        """,
      good: """
        GET https://auth.acme.example/authorize registered
        302
        location: {uri}?error=login_required&state={state}

        """),
    references: ["RFC 6749 section 3.1.2.4", "RFC 9700 section 4.1"])
  package init() {}
}
