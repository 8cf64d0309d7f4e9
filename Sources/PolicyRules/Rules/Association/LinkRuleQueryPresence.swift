import PolicyText
import PolicyModel

struct LinkRuleQueryPresence: LinkListRule {
  static let info = RuleInfo(
    "link-rule-query-presence", .association, .warning, aliases: ["query-presence"],
    summary: "Require `?*` for query items that must be present",
    why:
      "iOS treats a missing item as an empty one, and `*` matches an empty value. The rule "
      + "matches with or without the item on iOS, but only with the item on Android.",
    examples: .init(
      .policy, bad: ExamplePolicy.rules("{ path: /orders, query: { id: ⟦\"*\"⟧ } }"),
      good: ExamplePolicy.rules("{ path: /orders, query: { id: \"?*\" } }")),
    references: ["Apple: Query (swcutil, certain)"], isFixable: true,
    hides: ["link-rule-not-portable"])

  func check(_ links: LinkList, reporting findings: inout Findings) {
    for (entry, index, rule) in links.rules {
      for (name, pattern) in rule.items where pattern.value == "*" {
        // link-exclude-unreachable reports the exclude that this rule shadows, and names this rule as the cause.
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
