package import PolicyDiagnostics
import PolicyText

/// Rules that allow nothing.
package struct LinkRulesOnlyExclude: LinkListRule {
  package static let info = RuleInfo(
    "link-rules-only-exclude", .association, .error, aliases: ["only-excludes"],
    summary: "the rules of an app allow some links",
    why:
      "What no rule matches stays in the browser. With excludes alone, or without rules, no link "
      + "opens the app on iOS, and on Android 15 and later none either.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.ios() + """
        domains:
          www.acme.example:
            links:
              - apps: [acme-ios]
                ⟦rules⟧: [{ path: /admin/*, exclude: true }]

        """,
      good: ExamplePolicy.rules("{ path: /admin/*, exclude: true }", "{ path: /* }")),
    references: ["Apple: supporting associated domains"])
  package init() {}

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    // Another entry may allow what this one does not speak of.
    var allowed: Set<ExactString> = []
    for entry in links.entries where entry.rules.contains(where: { !$0.excludes }) {
      allowed.formUnion(entry.apps)
    }
    for entry in links.entries where !entry.apps.isEmpty {
      guard entry.rules.allSatisfy(\.excludes), allowed.isDisjoint(with: entry.apps) else {
        continue
      }
      findings.report(
        entry.node,
        entry.rules.isEmpty
          ? "there are no rules: no link can open \(name(entry.apps))"
          : "all rules are excludes: no link can open \(name(entry.apps))",
        help: "add a rule below them for the paths that the app opens")
    }
  }

  private func name(_ apps: [ExactString]) -> String {
    apps.count == 1 ? apps[0].quoted : "these apps"
  }
}
