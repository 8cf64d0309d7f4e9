import PolicyText
import PolicyModel

struct LinkRuleLeadingSlash: LinkListRule {
  static let info = RuleInfo(
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

  func check(_ links: LinkList, reporting findings: inout Findings) {
    for (_, _, rule) in links.rules where !rule.isMisread {
      guard let path = rule.path, let first = path.value.utf8.first,
        // Wildcards and variables may match the slash.
        !"/*?$".utf8.contains(first), first > 0x20, first < 0x7F,
        // link-rule-never-matches reports a URL, or `NOT` without its space.
        !path.value.mentions(["://"]), !rule.isLegacy || !path.value.hasPrefix("NOT")
      else { continue }
      let (slash, offset) = ("/" + path.value.string, rule.pathOffset)
      findings.report(
        path.node, text: offset..<(offset + path.value.utf8.count),
        "path must start with `/`, found \(path.value.quoted); Android never matches it",
        help: "write \(DisplayText.quoted(slash))",
        fixes: offset == 0
          ? findings.replacing(path.node, by: slash, "add the slash", isSafe: true)
          : findings.replacing(
            path.node, text: offset..<(offset + 1), by: "/" + ExactString(decoding: [first]).string,
            "add the slash", isSafe: true))
    }
  }
}
