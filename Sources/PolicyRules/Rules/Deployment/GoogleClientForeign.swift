package import PolicyText

/// Clients and apps belong to the project. Reported by `verify`.
package struct GoogleClientForeign: NamedRule {
  package static let info = RuleInfo(
    "google-client-foreign", .deployment, .error,
    summary: "clients and apps belong to the project",
    why: "Tokens of a client of another project are refused. What the API answers to "
      + "identifiers of others is inferred.",
    examples: .init(
      .answers,
      bad: """
        GET https://identitytoolkit.googleapis.com/v1/projects iosBundleId
        400
        content-type: application/json

        { "error": { "message": "INVALID_APP_ID" } }

        """,
      good: """
        GET https://identitytoolkit.googleapis.com/v1/projects iosBundleId
        200
        content-type: application/json

        {}

        """),
    references: ["Identity Toolkit API v1"])
  package init() {}
}
