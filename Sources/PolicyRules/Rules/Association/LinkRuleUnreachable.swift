import AssociationFiles
package import PolicyText
import PolicyModel

package struct LinkRuleUnreachable: LinkListRule {
  package static let info = RuleInfo(
    "link-rule-unreachable", .association, .warning, aliases: ["rule-unreachable"],
    summary: "Disallow link rules that never run",
    why:
      "The first matching rule decides. A rule below one that matches all of its links never "
      + "runs. If both decide the same, it is only redundant (a note). On Android, `/p/*` alone "
      + "doesn't match `/p`.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.rules(
        "{ path: /orders/*, exclude: true }", "{ path: ⟦/orders/new⟧ }", "{ path: /cart }"),
      good: ExamplePolicy.rules(
        "{ path: /orders/new }", "{ path: /orders/*, exclude: true }", "{ path: /cart }")),
    references: ["Apple: supporting associated domains", "swcutil (certain)"])
  package init() {}

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    for (number, entry) in links.entries.enumerated() where !links.closed.entries.contains(number) {
      for group in groups(in: entry, links.language, links.variables) {
        report(group, entry, links.language, &findings)
      }
      if links.language == .file { checkVariants(entry, &findings) }
    }
  }

  /// Rules that the same rules above shadow.
  private struct Group {
    var above: [Int]
    var isRedundant: Bool
    var isMinor: Bool
    var rules: [Int]
  }

  private func groups(
    in entry: LinkList.Entry, _ language: LinkList.Language, _ variables: LinkVariables
  ) -> [Group] {
    var groups: [Group] = []
    var strict: [RuleReachability.Verdict]?
    var places: [[Int]: Int] = [:]
    for (index, rule) in entry.rules.enumerated() {
      guard case .covered(let above) = entry.verdicts[index] else { continue }
      let isRedundant = above.allSatisfy { entry.rules[$0].excludes == rule.excludes }
      // link-exclude-unreachable reports an exclude that an allow rule shadows.
      if rule.excludes, !isRedundant { continue }
      // link-rule-query-presence reports a query item above that may be missing; with `?*` this rule runs.
      if language == .file,
        above.contains(where: { entry.rules[$0].items.contains { $0.pattern.value == "*" } })
      {
        strict = strict ?? Self.strictVerdicts(entry, variables)
        guard case .covered? = strict?[index] else { continue }
      }
      let isMinor =
        language == .file && isRedundant && above.count == 1
        && Self.areVariants(rule, entry.rules[above[0]])
      let key = above + [isRedundant ? -1 : -2, isMinor ? -1 : -2]
      if let place = places[key] {
        groups[place].rules.append(index)
      } else {
        places[key] = groups.count
        groups.append(
          Group(above: above, isRedundant: isRedundant, isMinor: isMinor, rules: [index]))
      }
    }
    return groups
  }

  /// The verdicts if query items that may be missing were required; nothing for long lists, which are generated.
  private static func strictVerdicts(
    _ entry: LinkList.Entry, _ variables: LinkVariables
  ) -> [RuleReachability.Verdict] {
    guard entry.rules.count <= 64 else { return entry.rules.map { _ in .unknown } }
    let changed = entry.rules.map { rule in
      var component = rule.component
      if case .items(let items)? = component.query {
        component.query = .items(
          items.map { item in
            var item = item
            if item.pattern == "*" { item.pattern = "?*" }
            return item
          })
      }
      return component
    }
    return RuleReachability(changed, variables: variables).verdicts
  }

  /// Whether the paths are `/p` and `/p/*`, or `/p` and `/p/`, which people often write together to be safe.
  private static func areVariants(_ literal: LinkList.Rule, _ folder: LinkList.Rule) -> Bool {
    guard literal.isPathOnly, folder.isPathOnly, literal.excludes == folder.excludes,
      literal.decoded == nil, folder.decoded == nil,
      let path = literal.path?.value, let wide = folder.path?.value
    else { return false }
    if path == wide { return false }
    let bare = trimmed(path)
    return trimmed(wide) == bare
      || wide.utf8.count == bare.utf8.count + 2 && wide == ExactString(bare.string + "/*")
  }

  private static func trimmed(_ path: ExactString) -> ExactString {
    path.hasSuffix("/") ? ExactString(decoding: path.utf8.dropLast()) : path
  }

  /// Reports `/p` above `/p/*`, which also matches it.
  private func checkVariants(_ entry: LinkList.Entry, _ findings: inout Findings) {
    var literals: [ExactString: Int] = [:]
    let runs = entry.runs
    for (index, rule) in entry.rules.enumerated() {
      guard let path = rule.path?.value else { continue }
      if path.hasSuffix("/*"),
        let literal = literals[ExactString(decoding: path.utf8.dropLast(2))],
        Self.areVariants(entry.rules[literal], rule), !entry.rules[literal].isMisread,
        runs[index] <= literal
      {
        findings.report(
          entry.rules[literal].place, severity: .note,
          "\(ExactString(entry.rules[literal].title).quoted) is redundant on iOS, because "
            + "\(path.quoted) also matches it",
          help: "remove \(ExactString(entry.rules[literal].title).quoted)",
          notes: [findings.note("the wider rule", at: rule.place)], isMinor: true
        )
      }
      if literals[path] == nil { literals[path] = index }
    }
  }

  private func report(
    _ group: Group, _ entry: LinkList.Entry, _ language: LinkList.Language,
    _ findings: inout Findings
  ) {
    let above = group.above.map { entry.rules[$0] }
    let rules = group.rules.map { entry.rules[$0] }
    guard let first = rules.first else { return }
    let isOne = rules.count == 1
    let titles = above.prefix(3).map { ExactString($0.title).quoted }.joined(separator: ", ")
    let matches = above.count == 1 ? "matches" : "match"
    let subject =
      isOne
      ? ExactString(first.title).quoted
      : "\(rules.count) rules "
        + "(\(RuleListDescription.titles(rules))\(language == .file ? RuleListDescription.range(rules, findings) : ""))"
    let (verb, them) = isOne ? ("is", "it") : ("are", "them")
    let notes =
      above.prefix(3).map { findings.cause("matches first", at: $0.place) }
      + RuleListDescription.notes(
        group.isRedundant ? "also redundant" : "never runs either", rules, findings)
    if group.isRedundant {
      let isCatchAll = above.contains { $0.matchesEverything }
      findings.report(
        first.place, severity: isCatchAll ? nil : .note,
        "\(subject) \(verb) redundant on iOS, because \(titles) above \(matches) "
          + "\(isOne ? "it" : "them") already",
        help: isCatchAll
          ? "remove \(them), or replace \(titles) with the paths that the app opens"
          : "remove \(them); \(titles) already \(matches) the same links",
        notes: notes, isMinor: group.isMinor)
    } else {
      // Moved above, such a rule would open links that don't open the app today.
      findings.report(
        first.place,
        "\(subject) never \(isOne ? "runs" : "run"), because \(titles) above \(matches) first",
        help:
          "remove \(them), or narrow \(titles) if the app should open "
          + "\(isOne ? "its" : "their") links",
        notes: notes)
    }
  }
}

extension LinkRuleUnreachable: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    for (_, list) in file.dynamicRules where !list.opensNothing {
      for (index, rule) in list.rules.enumerated() {
        guard let above = list.cover(of: index) else { continue }
        let isRedundant = list.rules[above].exclude == rule.exclude
        if rule.exclude, !isRedundant { continue }
        let title = (list.rules[above].path ?? "*").quoted
        findings.report(
          file.place(rule), severity: isRedundant ? .note : nil,
          "\((rule.path ?? "*").quoted) \(isRedundant ? "is redundant" : "never runs") on "
            + "Android, because \(title) above it matches first",
          help: isRedundant
            ? "remove it; \(title) already matches the same links"
            : "remove it, or narrow \(title) if the app should open these links",
          notes: [findings.cause("this rule matches first", at: file.place(list.rules[above]))])
      }
    }
  }
}
