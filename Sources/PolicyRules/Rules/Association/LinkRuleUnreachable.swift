import AssociationFiles
package import PolicyDiagnostics
import PolicyText

/// A rule whose links others have decided already.
package struct LinkRuleUnreachable: LinkListRule {
  package static let info = RuleInfo(
    "link-rule-unreachable", .association, .warning, aliases: ["rule-unreachable"],
    summary: "every link rule decides about some links",
    why:
      "The first rule that matches decides. A rule below one that matches all of its links never "
      + "runs. Where both say the same it is only redundant (a note); on Android `/p/*` as such does "
      + "not match `/p`.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.rules(
        "{ path: /orders/*, exclude: true }", "{ path: ⟦/orders/new⟧ }", "{ path: /cart }"),
      good: ExamplePolicy.rules(
        "{ path: /orders/new }", "{ path: /orders/*, exclude: true }", "{ path: /cart }")),
    references: ["Apple: supporting associated domains", "swcutil (certain)"])
  package static let neverReportsErrors = true
  package init() {}

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    for entry in links.entries {
      for (index, rule) in entry.rules.enumerated() {
        guard case .covered(let above) = entry.verdicts[index] else { continue }
        let rules = above.map { entry.rules[$0] }
        let isRedundant = rules.allSatisfy { $0.excludes == rule.excludes }
        // An exclude that an allow rule makes void is another, heavier mistake.
        if rule.excludes, !isRedundant { continue }
        report(rule, rules, isRedundant: isRedundant, &findings)
      }
    }
  }

  private func report(
    _ rule: LinkList.Rule, _ above: [LinkList.Rule], isRedundant: Bool,
    _ findings: inout Findings
  ) {
    let titles = above.prefix(3).map { ExactString($0.title).quoted }.joined(separator: ", ")
    let matches = above.count == 1 ? "matches" : "match"
    let title = ExactString(rule.title).quoted
    let notes = above.prefix(3).map { findings.note("matches first", at: $0.place) }
    if isRedundant {
      let isCatchAll = above.contains { $0.matchesEverything }
      findings.report(
        rule.place, severity: isCatchAll ? nil : .note,
        "\(title) is redundant: \(titles) above it \(matches) all of its links already on iOS",
        help: isCatchAll
          ? "remove it, or replace \(titles) by the paths that the app really opens" : "remove it",
        notes: notes)
    } else {
      findings.report(
        rule.place,
        "\(title) never runs: \(titles) above it \(matches) first and \(above.count == 1 ? "keeps" : "keep") "
          + "its links in the browser",
        help: "move it above \(titles)", notes: notes)
    }
  }
}

extension LinkRuleUnreachable: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    for (_, list) in file.dynamicRules {
      let order = DynamicOrder(list.rules)
      for (index, rule) in list.rules.enumerated() {
        guard let above = order.coveredBy[index] else { continue }
        let isRedundant = list.rules[above].exclude == rule.exclude
        if rule.exclude, !isRedundant { continue }
        findings.report(
          file.place(rule), severity: isRedundant ? .note : nil,
          "\((rule.path ?? "*").quoted) \(isRedundant ? "is redundant" : "never runs"): "
            + "\((list.rules[above].path ?? "*").quoted) above it matches first on Android",
          help: isRedundant ? "remove it" : "move it above",
          notes: [findings.note("this rule matches first", at: file.place(list.rules[above]))])
      }
    }
  }
}
