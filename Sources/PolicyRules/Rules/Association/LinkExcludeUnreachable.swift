import AssociationFiles
package import PolicyText

package struct LinkExcludeUnreachable: LinkListRule {
  package static let info = RuleInfo(
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
  package init() {}

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    for (number, entry) in links.entries.enumerated() where !links.closed.entries.contains(number) {
      for (allowing, voids) in voids(in: entry) {
        report(voids, below: allowing, entry, links.variables, &findings)
      }
    }
  }

  /// The excludes that never run, grouped by the rule that matches first.
  private func voids(in entry: LinkList.Entry) -> [(allowing: Int, excludes: [Int])] {
    var found: [(allowing: Int, excludes: [Int])] = []
    var places: [Int: Int] = [:]
    for (index, rule) in entry.rules.enumerated() where rule.excludes {
      guard case .covered(let above) = entry.verdicts[index],
        let allowing = above.first(where: { !entry.rules[$0].excludes })
      else { continue }
      if let place = places[allowing] {
        found[place].excludes.append(index)
      } else {
        places[allowing] = found.count
        found.append((allowing, [index]))
      }
    }
    return found
  }

  private func report(
    _ excludes: [Int], below allowing: Int, _ entry: LinkList.Entry, _ variables: LinkVariables,
    _ findings: inout Findings
  ) {
    let title = ExactString(entry.rules[allowing].title).quoted
    let rules = excludes.map { entry.rules[$0] }
    guard let first = rules.first else { return }
    let message =
      rules.count == 1
      ? "exclude \(ExactString(first.title).quoted) never runs, because \(title) above it "
        + "matches first"
      : "\(rules.count) excludes never run "
        + "(\(RuleListDescription.titles(rules))\(findings.tree.language == .json ? RuleListDescription.range(rules, findings) : "")), "
        + "because \(title) above them matches first"
    let remedy = ExcludeOrderFix(for: excludes, below: allowing, in: entry, variables: variables)
    findings.report(
      first.place, message, help: remedy.help,
      notes: [findings.cause("this rule matches first", at: entry.rules[allowing].place)]
        + RuleListDescription.notes("never runs either", rules, findings),
      fixes: remedy.fixes(findings))
  }
}

extension LinkExcludeUnreachable: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    for (_, list) in file.dynamicRules where !list.opensNothing {
      for (index, rule) in list.rules.enumerated() where rule.exclude {
        guard let above = list.cover(of: index), !list.rules[above].exclude else { continue }
        findings.report(
          file.place(rule),
          "exclude \((rule.path ?? "*").quoted) never runs, because "
            + "\((list.rules[above].path ?? "*").quoted) above it matches first",
          help: ExcludeOrder.mayMove([index], above: above, before: list.verdicts) { changed in
            RuleReachability(changed.map { list.rules[$0] }).verdicts
          }
            ? "move it above \((list.rules[above].path ?? "*").quoted)"
            : "remove it, or narrow \((list.rules[above].path ?? "*").quoted)",
          notes: [findings.cause("this rule matches first", at: file.place(list.rules[above]))])
      }
    }
  }
}
