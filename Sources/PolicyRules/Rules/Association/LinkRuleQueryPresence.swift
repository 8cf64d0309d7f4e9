package import PolicyText
import PolicyModel

/// A query value that may be anything, and so may be missing.
package struct LinkRuleQueryPresence: LinkListRule {
  package static let info = RuleInfo(
    "link-rule-query-presence", .association, .warning, aliases: ["query-presence"],
    summary: "a query item that has to be there is asked for with `?*`",
    why:
      "On iOS an item that is missing counts as empty, and `*` matches the empty text: the rule "
      + "matches with or without the item. On Android it matches only where the item is there.",
    examples: .init(
      .policy, bad: ExamplePolicy.rules("{ path: /orders, query: { id: ⟦\"*\"⟧ } }"),
      good: ExamplePolicy.rules("{ path: /orders, query: { id: \"?*\" } }")),
    references: ["Apple: Query (swcutil, certain)"], isFixable: true)
  package init() {}

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    for (entry, index, rule) in links.rules {
      for (name, pattern) in rule.items where pattern.value == "*" {
        // The exclude below that it makes void is the error; it names this as its cause.
        if links.entries[entry].hidesExclude(index) { break }
        let fixes = findings.replacing(
          pattern.node, text: 0..<1, by: "?*", "ask for a value", isSafe: false)
        findings.report(
          pattern.node,
          // An exclude that hits more on iOS than on Android must not be generated.
          severity: links.language == .policy && rule.excludes ? .error : nil,
          "`*` also matches on iOS when \(name.value.quoted) is missing",
          help: "write `?*` if the item has to be there, or leave it out", fixes: fixes)
      }
    }
  }
}
