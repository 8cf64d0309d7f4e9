package import PolicyText

/// An authentication domain belongs to the project of the policy. Reported by `verify`.
package struct AuthDomainProjectMismatch: NamedRule {
  package static let info = RuleInfo(
    "auth-domain-project-mismatch", .deployment, .error, aliases: ["auth-domain-project"],
    summary: "an authentication domain belongs to the project of the policy",
    why: "`/__/firebase/init.json` names the project behind a domain. Without it Hosting was "
      + "never deployed, and sign-in by redirect fails.",
    examples: .init(
      .answers,
      bad: """
        GET https://auth.acme.example/__/firebase/init.json
        200
        content-type: application/json

        { "projectId": "other" }

        """,
      good: """
        GET https://auth.acme.example/__/firebase/init.json
        200
        content-type: application/json

        { "projectId": "acme-prod" }

        """),
    references: ["Firebase Hosting: reserved URLs"])
  package init() {}
}
