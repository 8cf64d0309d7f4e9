package import PolicyText
import PolicyModel

package struct LinkRuleLeadingSlash: LinkListRule {
  package static let info = RuleInfo(
    "link-rule-leading-slash", .association, .warning,
    summary: "Require a slash at the start of path patterns",
    why:
      "Apple's matcher (swcutil) also compares such a pattern with the path without its slash, "
      + "so `orders/*` opens `/orders/1` on iOS. Apple documents only patterns with a slash, and "
      + "on Android a rule without it never matches. `generate` adds the slash.",
    examples: .init(
      .policy, bad: ExamplePolicy.rules("{ path: ⟦orders/*⟧ }"),
      good: ExamplePolicy.rules("{ path: /orders/* }")),
    references: ["swcutil (certain)", "AOSP PatternMatcher (certain)"], isFixable: true)
  package init() {}

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    for (_, _, rule) in links.rules where !rule.isMisread {
      guard let path = rule.path, let first = path.value.utf8.first,
        // Wildcards and variables may match the slash.
        !"/*?$".utf8.contains(first), first > 0x20, first < 0x7F,
        // link-rule-never-matches reports a URL, or `NOT` without its space.
        Array(path.value.utf8)[...].firstRange(ofBytes: "://") == nil,
        !rule.isLegacy || !path.value.hasPrefix("NOT")
      else { continue }
      let slash = ExactString("/" + path.value.string)
      findings.report(
        path.node, text: rule.pathOffset..<(rule.pathOffset + path.value.utf8.count),
        "path must start with `/`, found \(path.value.quoted); Android never matches it",
        help: "write \(slash.quoted)",
        fixes: rule.pathOffset == 0
          ? findings.replacing(path.node, by: slash.string, "add the slash", isSafe: true)
          : findings.replacing(
            path.node, text: rule.pathOffset..<(rule.pathOffset + 1),
            by: "/" + String(decoding: [first], as: UTF8.self), "add the slash", isSafe: true))
    }
  }
}
