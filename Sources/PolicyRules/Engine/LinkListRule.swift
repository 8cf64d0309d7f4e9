import PolicyModel
import PolicyText

/// A rule about link rules: the same check for those of a policy and those of a file.
package protocol LinkListRule: Rule {
  /// Looks at the link rules of one host.
  func check(_ links: LinkList, reporting findings: inout Findings)
}

extension LinkListRule {
  package static var forLinkLists: (any LinkListRule.Type)? { Self.self }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for links in context.index.links { check(links, reporting: &findings) }
  }
}

extension Findings {
  /// Reports a pattern of a link rule, or a range of its bytes.
  mutating func report(
    _ rule: LinkList.Rule, _ text: LocatedText, _ range: Range<Int>? = nil,
    _ message: String, help: String? = nil
  ) {
    let offset = rule.path?.node == text.node ? rule.pathOffset : 0
    report(
      text.node, text: range.map { ($0.lowerBound + offset)..<($0.upperBound + offset) }, message,
      help: help)
  }
}
