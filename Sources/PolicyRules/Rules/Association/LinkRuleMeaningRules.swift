import PolicyDecision
import PolicyModel
import PolicyText

struct LinkExcludeDecoded: LinkListRule {
  static let info = RuleInfo(
    "link-exclude-decoded", .association, .warning, aliases: ["decoded-exclude"],
    summary: "Disallow decoding in excludes and sign-in rules",
    why: "Decoding turns `%2F` into a slash before patterns are compared. `/a%2Fb` then matches "
      + "`/a/b`, which is a different path on the server. Android always decodes.",
    examples: .policy(
      bad: ExamplePolicy.rules(
        "{ path: /admin/*, exclude: true, percent_encoded: ⟦false⟧ }", "{ path: /shop/* }"),
      good: ExamplePolicy.rules("{ path: /admin/*, exclude: true }", "{ path: /shop/* }")),
    references: ["Apple: components (swcutil, certain)"])

  func check(_ links: LinkList, reporting findings: inout Findings) {
    for (_, _, rule) in links.rules {
      guard let decoded = rule.decoded, let path = rule.path,
        rule.excludes || path.value.mentions(Self.authenticationWords)
      else { continue }
      findings.report(
        decoded,
        "\(rule.title.quoted) also matches paths with `%2F`, which the server treats differently",
        help: "remove `percent_encoded: false` and write the pattern percent-encoded")
    }
  }

  private static let authenticationWords = [
    "auth", "login", "signin", "sign-in", "callback", "password",
  ]
}

struct LinkRuleCommentContradicts: LinkListRule {
  static let info = RuleInfo(
    "link-rule-comment-contradicts", .association, .note, aliases: ["comment-contradicts"],
    summary: "Require comments that match their rules",
    why: "A comment helps only readers, and the pattern decides. If they disagree, one of them is "
      + "wrong.",
    examples: .policy(
      bad: ExamplePolicy.rules("{ path: /buy, comment: ⟦paths that start with /buy⟧ }"),
      good: ExamplePolicy.rules("{ path: /buy/*, comment: paths that start with /buy }")))

  func check(_ links: LinkList, reporting findings: inout Findings) {
    for (_, _, rule) in links.rules {
      guard let comment = rule.comment, comment.value.utf8.count < 1_000 else { continue }
      let says = comment.value.mentions
      if says(["starts with", "start with", "begins with", "begin with", "starting with"]),
        says(["path", "url", "link"]), rule.isPathOnly, let path = rule.path,
        !path.value.utf8.contains(where: "*?$".utf8.contains)
      {
        findings.report(
          comment.node, "the comment says \"starts with\", but the pattern is exact",
          help: "end the pattern with `/*`, or change the comment")
      } else if says(["not to open", "do not open", "don't open", "never open"]), !rule.excludes {
        findings.report(
          comment.node, "the comment says that the app does not open, but the rule opens it",
          help: "add `exclude: true`, or change the comment")
      }
    }
  }
}

struct LinkRuleQueryPresence: LinkListRule {
  static let info = RuleInfo(
    "link-rule-query-presence", .association, .warning, aliases: ["query-presence"],
    summary: "Require `?*` for query items that must be present",
    why: "iOS treats a missing item as an empty one, and `*` matches an empty value. The rule "
      + "matches with or without the item on iOS, but only with the item on Android.",
    examples: .policy(
      bad: ExamplePolicy.rules("{ path: /orders, query: { id: ⟦\"*\"⟧ } }"),
      good: ExamplePolicy.rules("{ path: /orders, query: { id: \"?*\" } }")),
    references: ["Apple: Query (swcutil, certain)"], isFixable: true,
    hides: ["link-rule-not-portable"])

  func check(_ links: LinkList, reporting findings: inout Findings) {
    for (entry, index, rule) in links.rules {
      for (name, pattern) in rule.items where pattern.value == "*" {
        // `link-exclude-unreachable` reports the exclude that this rule shadows, with this rule as
        // the cause.
        if links.entries[entry].hidesExclude(index) { break }
        let fixes = findings.replacing(
          pattern.node, text: 0..<1, by: "?*", "require a value", isSafe: false)
        findings.report(
          pattern.node,
          // linkpolicy must not generate an exclude that matches more links on iOS than on Android.
          severity: links.language == .policy && rule.excludes ? .error : nil,
          "`*` also matches on iOS if \(name.value.quoted) is missing",
          help: "write `?*` if the item must be present, or remove the item", fixes: fixes)
      }
    }
  }
}

struct LinkRuleNotPortable: Rule {
  static let info = RuleInfo(
    "link-rule-not-portable", .association, .warning, aliases: ["rule-not-portable"],
    summary: "Require link rules to match the same links on iOS and Android",
    why: "Android compares decoded paths without backtracking, and has no variables and no option "
      + "to ignore case. A link that it can't express opens the browser. If it can't express an "
      + "exclude, the app opens links that must stay in the browser, which is an error.",
    examples: .policy(bad: example("⟦/*/lights/*⟧"), good: example("/lights/*")),
    references: [
      "Android: Dynamic App Links (Android 15 and later)", "AOSP PatternMatcher (certain)",
    ])

  private static func example(_ path: String) -> String {
    ExamplePolicy.bothPlatforms + ExamplePolicy.link(path, apps: "acme-ios, acme-android")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for finding in context.document.portabilityFindings(in: context.workspace) {
      findings.report(
        finding.anchor.node, severity: finding.severity, finding.message, help: finding.help)
    }
  }
}
