import PolicyText
import PolicyModel

struct LinkRuleLeadingWildcard: LinkListRule {
  static let info = RuleInfo(
    "link-rule-leading-wildcard", .association, .note,
    summary: "Disallow a wildcard as the first path segment",
    why:
      "`*` also matches slashes, so `/*/orders` matches `/a/b/orders`. For languages or "
      + "regions, use `$(lang)` and `$(region)` in `components`. Shown with `--verbose`, because "
      + "the rule works.",
    examples: .init(
      .appleAppSiteAssociation, bad: ExampleFile.components("{ \"/\": ⟦\"/*/orders\"⟧ }"),
      good: ExampleFile.components("{ \"/\": \"/$(lang)/orders\" }")),
    references: ["Apple: substitutionVariables"])

  func check(_ links: LinkList, reporting findings: inout Findings) {
    guard links.language == .file, links.content.contains("*") else { return }
    for (number, _, rule) in links.rules where !links.closed.entries.contains(number) {
      guard let path = rule.path, path.value.hasPrefix("/*/") || path.value.hasPrefix("*/"),
        path.value.utf8.count > 3
      else { continue }
      let rest = ExactString(decoding: path.value.utf8.drop { $0 != UInt8(ascii: "*") }.dropFirst())
      findings.report(
        path.node,
        "\(path.value.quoted) also matches \(ExactString("/a/b" + rest.string).quoted), because "
          + "`*` matches slashes",
        help: rule.isLegacy
          ? "write the first segments that you mean"
          : "write \(ExactString("/$(lang)" + rest.string).quoted) if you mean a language",
        isMinor: true)
    }
  }
}
