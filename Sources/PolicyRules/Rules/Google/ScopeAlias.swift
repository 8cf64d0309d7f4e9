package import PolicyText
import PolicyModel

/// A short scope name that an app will look for in vain.
package struct ScopeAlias: Rule {
  package static let info = RuleInfo(
    "scope-alias", .google, .note, aliases: ["scope-alias-check"],
    summary: "features name scopes as Google grants them",
    why:
      "An app checks before a feature whether its scopes are granted. Google grants long forms, so "
      + "that a search for `email` in `grantedScopes` fails and the user is asked again.",
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
          "granted scopes hold the long form `https://www.googleapis.com/auth/userinfo."
            + "\(scope.value)`, not \(scope.value.quoted)",
          help: "compare with the long form, or leave it to `sign_in`")
      }
    }
  }
}
