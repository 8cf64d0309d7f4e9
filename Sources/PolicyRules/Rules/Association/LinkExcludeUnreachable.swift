import AssociationFiles
import PolicyText

struct LinkExcludeUnreachable: LinkListRule, AssetFileRule {
  static let info = RuleInfo(
    "link-exclude-unreachable", .association, .error, aliases: ["exclude-unreachable"],
    summary: "Require excludes above the rules that they limit",
    why:
      "The first matching rule decides. An exclude below a wider rule never runs, so the app "
      + "opens links that must stay in the browser, often sign-in links.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.rules(
        "{ path: /platform/* }", "{ path: ⟦/platform/login⟧, exclude: true }"),
      good: ExamplePolicy.rules(
        "{ path: /platform/login, exclude: true }", "{ path: /platform/* }")),
    references: ["Apple: supporting associated domains", "swcutil (certain)"], isFixable: true)

  func check(_ links: LinkList, reporting findings: inout Findings) {
    for (number, entry) in links.entries.enumerated() where !links.closed.entries.contains(number) {
      let voids = entry.rules.indices.compactMap { index -> (exclude: Int, allowing: Int)? in
        guard entry.rules[index].excludes, case .covered(let above) = entry.verdicts[index] else {
          return nil
        }
        return above.first { !entry.rules[$0].excludes }.map { (index, $0) }
      }
      for group in Dictionary(grouping: voids, by: \.allowing).values.sorted(by: {
        $0[0].exclude < $1[0].exclude
      }) {
        report(
          group.map(\.exclude), below: group[0].allowing, entry, links.variables, &findings)
      }
    }
  }

  private func report(
    _ excludes: [Int], below allowing: Int, _ entry: LinkList.Entry, _ variables: LinkVariables,
    _ findings: inout Findings
  ) {
    let title = entry.rules[allowing].title.quoted
    let rules = excludes.map { entry.rules[$0] }
    let remedy = ExcludeOrderFix(for: excludes, below: allowing, in: entry, variables: variables)
    findings.report(
      rules[0].place,
      rules.count == 1
        ? "exclude \(rules[0].title.quoted) never runs, because \(title) above it matches first"
        : RuleListDescription.subject(rules, "excludes never run", findings)
          + ", because \(title) above them matches first",
      help: remedy.help,
      notes: [findings.cause("this rule matches first", at: entry.rules[allowing].place)]
        + RuleListDescription.notes("never runs either", rules, findings),
      fixes: remedy.fixes(findings))
  }

  func check(_ file: AssetFile, reporting findings: inout Findings) {
    for (_, list) in file.dynamicRules {
      for (index, above) in list.covered {
        let (rule, cause) = (list.rules[index], list.rules[above])
        guard rule.exclude, !cause.exclude else { continue }
        let mayMove = ExcludeOrder.mayMove([index], above: above, before: list.verdicts) { order in
          RuleReachability(order.map { list.rules[$0] }).verdicts
        }
        findings.report(
          file.place(rule),
          "exclude \(rule.title) never runs, because \(cause.title) above it matches first",
          help: mayMove ? "move it above \(cause.title)" : "remove it, or narrow \(cause.title)",
          notes: [findings.cause("this rule matches first", at: file.place(cause))])
      }
    }
  }
}
