package import PolicyText

/// An authentication domain serves the sign-in handler. Reported by `verify`.
package struct AuthDomainHandlerMissing: NamedRule {
  package static let info = RuleInfo(
    "auth-domain-handler-missing", .deployment, .error, aliases: ["auth-handler-missing"],
    summary: "an authentication domain serves the sign-in handler",
    why: "Sign-in by redirect and popup goes through `/__/auth/handler`, which Firebase "
      + "Hosting serves. A custom domain that is not connected, or a rewrite that swallows "
      + "`/__/`, breaks it.",
    examples: .init(
      .answers,
      bad: """
        GET https://auth.acme.example/__/auth/handler
        404

        """,
      good: """
        GET https://auth.acme.example/__/auth/handler
        200
        content-type: text/html

        <script src="handler.js"></script>

        """),
    references: ["Firebase: custom authentication domains"])
  package init() {}
}
