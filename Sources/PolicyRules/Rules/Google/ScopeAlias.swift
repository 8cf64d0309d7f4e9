package import PolicyText
import PolicyModel

package struct ScopeAlias: Rule {
  package static let info = RuleInfo(
    "scope-alias", .google, .note, aliases: ["scope-alias-check"],
    summary: "Require the long form of scopes for features",
    why:
      "An app checks whether the scopes of a feature are granted. Google grants the long forms, "
      + "so the app doesn't find `email` in `grantedScopes` and prompts the user again.",
    examples: .init(
      .policy, bad: example("⟦email⟧"),
      good: example("https://www.googleapis.com/auth/userinfo.email")),
    references: ["GoogleSignIn-iOS: GIDGoogleUser"])
  package init() {}

  private static func example(_ scope: String) -> String {
    """
    linkpolicy: 1
    name: example
    providers:
      google_sign_in:
        scopes:
          sign_in: [openid]
          features: { newsletter: [\(scope)] }

    """
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for (_, scopes) in context.policy.googleSignIn?.featureScopes ?? [] {
      for scope in scopes where scope.value == "email" || scope.value == "profile" {
        findings.report(
          scope.node,
          "Google grants \(scope.value.quoted) as "
            + "`https://www.googleapis.com/auth/userinfo.\(scope.value)`",
          help: "write the long form, or move the scope to `sign_in`")
      }
    }
  }
}
