import PolicyText
import PolicyModel

struct LinkRuleCommentContradicts: LinkListRule {
  static let info = RuleInfo(
    "link-rule-comment-contradicts", .association, .note, aliases: ["comment-contradicts"],
    summary: "Require comments that match their rules",
    why: "A comment helps only readers, and the pattern decides. If they disagree, one of them is "
      + "wrong.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.rules("{ path: /buy, comment: ⟦paths that start with /buy⟧ }"),
      good: ExamplePolicy.rules("{ path: /buy/*, comment: paths that start with /buy }")))

  func check(_ links: LinkList, reporting findings: inout Findings) {
    for (_, _, rule) in links.rules {
      guard let comment = rule.comment, comment.value.utf8.count < 1_000 else { continue }
      let says = comment.value.mentions
      if says(["starts with", "start with", "begins with", "begin with", "starting with"]),
        says(["path", "url", "link"]), rule.isPathOnly, let path = rule.path,
        !path.value.utf8.contains(where: "*?$".utf8.contains)
      {
        findings.report(
          comment.node, "the comment says \"starts with\", but the pattern is exact",
          help: "end the pattern with `/*`, or change the comment")
      } else if says(["not to open", "do not open", "don't open", "never open"]), !rule.excludes {
        findings.report(
          comment.node, "the comment says that the app does not open, but the rule opens it",
          help: "add `exclude: true`, or change the comment")
      }
    }
  }
}
