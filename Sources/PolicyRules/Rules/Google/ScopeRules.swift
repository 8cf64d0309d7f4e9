import PolicyModel
import PolicyText

struct ScopeMangled: Rule {
  static let info = RuleInfo(
    "scope-mangled", .google, .error, summary: "Disallow scopes rewritten by a proxy site",
    why: "A translation or mirror site rewrote the URL when it was copied. Google returns "
      + "`invalid_scope`.",
    examples: .policy(
      bad: ExamplePolicy.scope(
        "⟦https://meilu.jpshuntong.com/url-68747470733a2f2f7777772e676f6f676c65617069732e636f6d/auth/drive.file⟧"
      ), good: ExamplePolicy.scope("https://www.googleapis.com/auth/drive.file")), isFixable: true,
    hides: ["scope-not-url", "scope-character"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for scope in context.googleScopes {
      guard let real = GoogleScope.unmangled(scope.value) else { continue }
      findings.report(
        scope.node, "scope points to a proxy site instead of Google",
        help: "write \(real.quoted)",
        fixes: findings.replacing(
          scope.node, by: real.string, "write the original scope", isSafe: true)
      )
    }
  }
}

struct ScopeNotUrl: Rule {
  static let info = RuleInfo(
    "scope-not-url", .google, .error, summary: "Require full scope URLs, one per item",
    why: "Apart from `openid`, `email` and `profile`, a scope is a full https URL. Google compares "
      + "scopes as whole strings and returns `invalid_scope` for a short name or two scopes in one "
      + "item.",
    examples: .policy(
      bad: ExamplePolicy.scope("⟦drive.file⟧"),
      good: ExamplePolicy.scope("https://www.googleapis.com/auth/drive.file")),
    hides: ["scope-character"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for scope in context.googleScopes {
      if GoogleScope.isLegacyFeed(scope.value) {
        findings.report(
          scope.node, severity: .warning,
          "\(scope.value.quoted) is the scope of a discontinued feed API",
          help: "request the scope of the API that replaced it")
        continue
      }
      guard let problem = GoogleScope.fault(of: scope.value) else { continue }
      findings.report(
        scope.node, "\(scope.value.quoted) is not a valid scope: \(problem.message)",
        help: problem.help
      )
    }
  }
}

struct ScopeRestricted: Rule {
  static let info = RuleInfo(
    "scope-restricted", .google, .warning, summary: "Require a review of restricted Google scopes",
    why: "Google lets an app use a restricted scope only after verification and a yearly security "
      + "assessment. Until then, users see a warning and the number of users is limited.",
    examples: .policy(
      bad: ExamplePolicy.scope("⟦https://www.googleapis.com/auth/drive⟧"),
      good: ExamplePolicy.scope("https://www.googleapis.com/auth/drive.file")),
    references: ["Google: restricted scopes (support.google.com/cloud/answer/13464325)"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for scope in context.googleScopes {
      guard let entry = GoogleScope.entry(of: scope.value), entry.kind == .restricted else {
        continue
      }
      let isDrive = scope.value.hasPrefix("https://www.googleapis.com/auth/drive")
      findings.report(
        scope.node,
        "\(scope.value.quoted) is \(entry.isInferred ? "probably " : "")restricted, so Google "
          + "requires a security assessment",
        help: isDrive
          ? "use `https://www.googleapis.com/auth/drive.file` if it is enough"
          : "request a narrower scope if one is enough")
    }
  }
}

struct ScopeSensitive: Rule {
  static let info = RuleInfo(
    "scope-sensitive", .google, .note, summary: "Require a review of sensitive Google scopes",
    why: "Until Google verifies the app, users see a warning and the number of users is limited. "
      + "Google shows the class of most scopes only in its console; this list is from "
      + "\(GoogleScopeTable.date).",
    examples: .policy(
      bad: ExamplePolicy.scope("⟦https://www.googleapis.com/auth/calendar.events⟧"),
      good: ExamplePolicy.scope("https://www.googleapis.com/auth/drive.file")),
    references: ["Google: restricted scopes (support.google.com/cloud/answer/13464325)"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for scope in context.googleScopes {
      guard let entry = GoogleScope.entry(of: scope.value), entry.kind == .sensitive else {
        continue
      }
      findings.report(
        scope.node,
        "\(scope.value.quoted) is \(entry.isInferred ? "probably " : "")sensitive, so Google "
          + "must verify the app",
        help: "request a narrower scope if one is enough")
    }
  }
}

struct ScopeUnknown: Rule {
  static let info = RuleInfo(
    "scope-unknown", .google, .note, summary: "Disallow undocumented Google scopes",
    why: "Google returns `invalid_scope: Some requested scopes were invalid`. The list in "
      + "linkpolicy is from \(GoogleScopeTable.date), so a newer scope may be valid.",
    examples: .policy(
      bad: ExamplePolicy.scope("⟦https://www.googleapis.com/auth/drive.flie⟧"),
      good: ExamplePolicy.scope("https://www.googleapis.com/auth/drive.file")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for scope in context.googleScopes where GoogleScope.isUnknown(scope.value) {
      let near = GoogleScope.nearest(to: scope.value)
      findings.report(
        scope.node, "unknown scope \(scope.value.quoted)",
        help: near.map { "did you mean \($0.quoted)?" }
          ?? "compare it with Google's list of scopes")
    }
  }
}

struct ScopeAlias: Rule {
  static let info = RuleInfo(
    "scope-alias", .google, .note, aliases: ["scope-alias-check"],
    summary: "Require the long form of scopes for features",
    why: "An app checks whether the scopes of a feature are granted. Google grants the long forms, "
      + "so the app doesn't find `email` in `grantedScopes` and prompts the user again.",
    examples: .policy(
      bad: example("⟦email⟧"),
      good: example("https://www.googleapis.com/auth/userinfo.email")),
    references: ["GoogleSignIn-iOS: GIDGoogleUser"])

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

  func check(_ context: RuleContext, reporting findings: inout Findings) {
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

struct ScopeRedundant: Rule {
  static let info = RuleInfo(
    "scope-redundant", .google, .warning, summary: "Disallow scopes that a broader scope includes",
    why: "The consent screen lists both, and the narrower scope adds nothing.",
    examples: .policy(
      bad: ExamplePolicy.scope(
        "https://www.googleapis.com/auth/tasks, ⟦https://www.googleapis.com/auth/tasks.readonly⟧"),
      good: ExamplePolicy.scope("https://www.googleapis.com/auth/drive.file")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let google = context.policy.googleSignIn else { return }
    check(google.signInScopes, includedBy: [], &findings)
    // Users grant the scopes of sign-in before they use any feature.
    for (_, scopes) in google.featureScopes {
      check(scopes, includedBy: google.signInScopes, &findings)
    }
  }

  private func check(
    _ scopes: [LocatedText], includedBy others: [LocatedText], _ findings: inout Findings
  ) {
    let all = scopes + others
    guard all.count > 1 else { return }
    let values = all.map(\.value)
    for scope in scopes {
      guard let broad = GoogleScope.broader(than: scope.value, among: values),
        let place = all.first(where: { $0.value == broad })
      else { continue }
      findings.report(
        scope.node, "a broader scope includes \(scope.value.quoted)",
        help: "keep the narrower scope if it is enough, or else only \(broad.quoted)",
        notes: [findings.note("the broader scope", at: place.node)])
    }
  }
}
