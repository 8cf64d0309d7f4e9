package import PolicyText
import PolicyModel

/// A pattern of a file whose first folder may be anything.
package struct LinkRuleLeadingWildcard: LinkListRule {
  package static let info = RuleInfo(
    "link-rule-leading-wildcard", .association, .note,
    summary: "a rule names the first folder of its paths",
    why:
      "`*` crosses slashes: `/*/orders` also matches `/a/b/orders`. Where languages or regions are "
      + "meant, `$(lang)` and `$(region)` of `components` say so. Shown with `--verbose`: the rule works.",
    examples: .init(
      .appleAppSiteAssociation, bad: ExampleFile.components("{ \"/\": ⟦\"/*/orders\"⟧ }"),
      good: ExampleFile.components("{ \"/\": \"/$(lang)/orders\" }")),
    references: ["Apple: substitutionVariables"])
  package init() {}

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    guard links.language == .file, links.content.contains("*") else { return }
    for (number, _, rule) in links.rules where !links.closed.entries.contains(number) {
      guard let path = rule.path, path.value.hasPrefix("/*/") || path.value.hasPrefix("*/"),
        path.value.utf8.count > 3
      else { continue }
      let rest = ExactString(decoding: path.value.utf8.drop { $0 != UInt8(ascii: "*") }.dropFirst())
      findings.report(
        path.node,
        "\(path.value.quoted) also matches \(ExactString("/a/b" + rest.string).quoted): `*` crosses slashes",
        help: rule.isLegacy
          ? "write the folders that are meant"
          : "write \(ExactString("/$(lang)" + rest.string).quoted) if a language is meant",
        isMinor: true)
    }
  }
}
