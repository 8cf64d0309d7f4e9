import AssociationFiles
package import PolicyDiagnostics
import PolicyText

/// An exclude below the rule that it should make an exception to.
package struct LinkExcludeUnreachable: LinkListRule {
  package static let info = RuleInfo(
    "link-exclude-unreachable", .association, .error, aliases: ["exclude-unreachable"],
    summary: "an exclude stands above the rule that it makes an exception to",
    why:
      "The first rule that matches decides. An exclude below a wider rule never runs: the app takes "
      + "the links that must stay in the browser, often those of sign-in.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.rules(
        "{ path: /platform/* }", "{ path: ⟦/platform/login⟧, exclude: true }"),
      good: ExamplePolicy.rules(
        "{ path: /platform/login, exclude: true }", "{ path: /platform/* }")),
    references: ["Apple: supporting associated domains", "swcutil (certain)"], isFixable: true)
  package init() {}

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    for entry in links.entries {
      for (index, rule) in entry.rules.enumerated() where rule.excludes {
        guard case .covered(let above) = entry.verdicts[index],
          let allowing = above.first(where: { !entry.rules[$0].excludes })
        else { continue }
        let title = ExactString(entry.rules[allowing].title).quoted
        let remedy = ExcludeRemedy(
          for: index, below: allowing, in: entry, variables: links.variables)
        findings.report(
          rule.place,
          "\(ExactString(rule.title).quoted) never runs: \(title) above it matches first, so the "
            + "app opens these links",
          help: remedy.help,
          notes: [findings.note("this rule matches first", at: entry.rules[allowing].place)],
          fixes: links.language == .file ? remedy.fixes(findings) : [])
      }
    }
  }
}

extension LinkExcludeUnreachable: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    for (_, list) in file.dynamicRules {
      let order = DynamicOrder(list.rules)
      for (index, rule) in list.rules.enumerated() where rule.exclude {
        guard let above = order.coveredBy[index], !list.rules[above].exclude else { continue }
        findings.report(
          file.place(rule),
          "\((rule.path ?? "*").quoted) never runs: \((list.rules[above].path ?? "*").quoted) above it "
            + "matches first, so Android opens the app",
          help: "move it above",
          notes: [findings.note("this rule matches first", at: file.place(list.rules[above]))])
      }
    }
  }
}
