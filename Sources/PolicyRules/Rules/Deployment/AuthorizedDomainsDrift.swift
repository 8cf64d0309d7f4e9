package import PolicyText

/// A project authorizes the domains of the policy. Reported by `verify`.
package struct AuthorizedDomainsDrift: NamedRule {
  package static let info = RuleInfo(
    "authorized-domains-drift", .deployment, .error,
    summary: "a project authorizes the domains of the policy",
    why: "Somebody changed the list in the console: a domain that is missing there breaks "
      + "sign-in, one that the policy does not list lets another page in (a warning).",
    examples: .init(
      .answers,
      bad: """
        GET https://identitytoolkit.googleapis.com/v1/projects
        200
        content-type: application/json

        { "authorizedDomains": ["acme.example", "acme-prod.firebaseapp.com", "acme-prod.web.app"] }

        """,
      good: """
        GET https://identitytoolkit.googleapis.com/v1/projects
        200
        content-type: application/json

        { "authorizedDomains": ["acme.example", "auth.acme.example", "acme-prod.firebaseapp.com", "acme-prod.web.app"] }

        """),
    references: ["Identity Toolkit API v1"])
  package init() {}
}
