import PolicyModel
import PolicyText

struct LinkRulePatternSyntax: LinkListRule {
  static let info = RuleInfo(
    "link-rule-pattern-syntax", .association, .warning,
    summary: "Disallow parameters of routers and regular expressions in path patterns",
    why:
      "Only `*` and `?` are wildcards. `/orders/:id`, `/orders/{id}` and `/orders/.*` match only "
      + "links that contain these characters, so the links of your users stay in the browser.",
    examples: .policy(
      bad: ExamplePolicy.rules("{ path: \"/orders/⟦:id⟧\" }"),
      good: ExamplePolicy.rules("{ path: /orders/* }")),
    references: ["Apple: components (swcutil, certain)"], isFixable: true,
    hides: [
      "link-rule-never-matches", "link-rule-not-portable", "link-rule-prefix-without-slash",
      "link-rule-needs-backtracking", "link-rule-leading-slash",
    ])

  func check(_ links: LinkList, reporting findings: inout Findings) {
    guard links.content.intersects(.patternSyntax) else { return }
    for (_, _, rule) in links.rules {
      guard let path = rule.path else { continue }
      let bytes = Array(path.value.utf8)
      if bytes.first == UInt8(ascii: "^") {
        report(path, 0..<1, "", rule, &findings)
      } else if bytes.last == UInt8(ascii: "$") {
        report(path, (bytes.count - 1)..<bytes.count, "", rule, &findings)
      } else if let segment = bytes.split(separator: UInt8(ascii: "/")).first(where: {
        // An exclude may mean the folders that start with a dot.
        Self.isForeign($0) && !(rule.excludes && $0.elementsEqual(".*".utf8))
      }) {
        report(path, segment.indices, "*", rule, &findings)
      }
    }
  }

  /// Returns true for a segment such as `:id`, `{id}`, `<id>`, `.*`, `(.*)`, `[0-9]+` or `\d+`.
  private static func isForeign(_ segment: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: segment, as: UTF8.self)
    guard text != ".*", text != ".+" else { return true }
    let name = segment.dropFirst()
    switch segment.first.map({ UnicodeScalar($0) }) {
    case ":":
      return name.first.map { !(0x30...0x39).contains($0) } ?? false
        && name.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
    case "{": return text.hasSuffix("}")
    case "<": return text.hasSuffix(">")
    case "(": return text.hasSuffix(")") || text.hasSuffix(")?")
    case "[": return ["]", "]+", "]*"].contains(where: text.hasSuffix)
    case "\\": return true
    default: return false
    }
  }

  private func report(
    _ path: LocatedText, _ range: Range<Int>, _ replacement: String, _ rule: LinkList.Rule,
    _ findings: inout Findings
  ) {
    let found = ExactString(decoding: Array(path.value.utf8)[range])
    let place = (range.lowerBound + rule.pathOffset)..<(range.upperBound + rule.pathOffset)
    let title = replacement.isEmpty ? "remove \(found.quoted)" : "write `\(replacement)`"
    findings.report(
      path.node, text: place,
      "\(found.quoted) is matched literally; only `*` and `?` are wildcards in a path",
      help: replacement.isEmpty
        ? "remove it, because a pattern always matches the whole path" : title,
      fixes: findings.replacing(path.node, text: place, by: replacement, title, isSafe: false))
  }
}
