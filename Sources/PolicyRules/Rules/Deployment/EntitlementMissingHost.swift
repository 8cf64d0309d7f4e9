package import PolicyText

/// A built app claims the hosts of the policy. Reported by `verify`.
package struct EntitlementMissingHost: NamedRule {
  package static let info = RuleInfo(
    "entitlement-missing-host", .deployment, .warning,
    summary: "a built app claims the hosts of the policy",
    why: "iOS asks a host for its file only where the entitlements of the app name it. "
      + "Compared with the files of `--entitlements`.",
    examples: .init(
      .answers,
      bad: """
        entitlements: applinks:other.acme.example

        """,
      good: """
        entitlements: applinks:www.acme.example

        """),
    references: ["Apple: Associated Domains Entitlement"])
  package init() {}
}
