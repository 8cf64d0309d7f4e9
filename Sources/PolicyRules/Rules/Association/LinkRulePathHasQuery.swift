import AssociationFiles
package import PolicyText
import PolicyModel

package struct LinkRulePathHasQuery: LinkListRule {
  package static let info = RuleInfo(
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
  package init() {}

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    guard links.content.contains("#") || links.content.contains("=") else { return }
    for (_, _, rule) in links.rules {
      guard let path = rule.path else { continue }
      let bytes = LinkPattern.bytesBesideVariables(of: path.value)
      if let mark = bytes.firstIndex(of: UInt8(ascii: "#")) {
        let rest = ExactString(decoding: Array(path.value.utf8)[(mark + 1)...]).quoted
        findings.report(
          rule, path, bytes: mark..<bytes.count,
          "path must not contain a fragment; a path has no `#`, so the rule never matches",
          help: rule.isLegacy
            ? "use `components` with `\"#\"`" : "write \(rest) under `\(links.key(.fragment))`")
      } else if let query = query(in: bytes) {
        findings.report(
          rule, path, bytes: query,
          "path must not contain a query; `?` matches any one character here",
          help: rule.isLegacy
            ? "use `components` with `\"?\"`" : "write it under `\(links.key(.query))`")
      }
    }
  }

  /// From the `?` of `?name=` to the end.
  private func query(in bytes: [UInt8]) -> Range<Int>? {
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")),
      let mark = bytes[..<equals].lastIndex(of: UInt8(ascii: "?")), mark + 1 < equals
    else { return nil }
    let isName = bytes[(mark + 1)..<equals].allSatisfy {
      PercentEncoding.isUnreserved($0)
    }
    return isName ? mark..<bytes.count : nil
  }
}
