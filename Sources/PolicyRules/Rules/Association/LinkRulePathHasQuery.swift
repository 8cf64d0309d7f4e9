import AssociationFiles
import PolicyText
import PolicyModel

struct LinkRulePathHasQuery: LinkListRule {
  static let info = RuleInfo(
    "link-rule-path-has-query", .association, .error, aliases: ["component-path-has-query"],
    summary: "Disallow queries and fragments in path patterns",
    why:
      "iOS and Android compare the pattern only with the path. `#` never occurs there, so the "
      + "rule never matches. `?` is a wildcard for one character.",
    examples: .init(
      .policy, bad: ExamplePolicy.rules("{ path: \"/⟦#/market/*⟧\" }"),
      good: ExamplePolicy.rules("{ path: /, fragment: /market/* }")),
    references: ["Apple: supporting associated domains"],
    hides: [
      "link-rule-never-matches", "link-rule-not-portable", "link-rule-prefix-without-slash",
      "link-rule-unreachable", "link-exclude-unreachable", "link-rule-leading-slash",
      "link-rule-needs-backtracking",
    ])

  func check(_ links: LinkList, reporting findings: inout Findings) {
    guard links.content.contains("#") || links.content.contains("=") else { return }
    for (_, _, rule) in links.rules {
      guard let path = rule.path else { continue }
      let bytes = LinkPattern.bytesBesideVariables(of: path.value)
      let mark = bytes.firstIndex(of: UInt8(ascii: "#"))
      guard let range = mark.map({ $0..<bytes.count }) ?? query(in: bytes) else { continue }
      let key = links.key(mark == nil ? .query : .fragment)
      let what = mark.map { ExactString(decoding: Array(path.value.utf8)[($0 + 1)...]).quoted }
      findings.report(
        rule, path, bytes: range,
        mark == nil
          ? "path must not contain a query; `?` matches any one character here"
          : "path must not contain a fragment; a path has no `#`, so the rule never matches",
        help: rule.isLegacy
          ? "use `components` with `\"\(mark == nil ? "?" : "#")\"`"
          : "write \(what ?? "it") under `\(key)`")
    }
  }

  /// From the `?` of `?name=` to the end.
  private func query(in bytes: [UInt8]) -> Range<Int>? {
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")),
      let mark = bytes[..<equals].lastIndex(of: UInt8(ascii: "?")), mark + 1 < equals
    else { return nil }
    let isName = bytes[(mark + 1)..<equals].allSatisfy(PercentEncoding.isUnreserved)
    return isName ? mark..<bytes.count : nil
  }
}
