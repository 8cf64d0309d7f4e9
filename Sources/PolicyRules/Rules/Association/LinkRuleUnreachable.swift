import AssociationFiles
import PolicyModel
import PolicyText

struct LinkRuleUnreachable: LinkListRule, AppleFileRule, AssetFileRule {
  static let info = RuleInfo(
    "link-rule-unreachable", .association, .warning, aliases: ["rule-unreachable"],
    summary: "Disallow link rules that never run",
    why: "The first matching rule decides. A rule below one that matches all of its links never "
      + "runs. If both decide the same, it is only redundant (a note). On Android, `/p/*` alone "
      + "doesn't match `/p`.",
    examples: .policy(
      bad: ExamplePolicy.rules(
        "{ path: /orders/*, exclude: true }", "{ path: ⟦/orders/new⟧ }", "{ path: /cart }"),
      good: ExamplePolicy.rules(
        "{ path: /orders/new }", "{ path: /orders/*, exclude: true }", "{ path: /cart }")),
    references: ["Apple: supporting associated domains", "swcutil (certain)"])

  func check(_ links: LinkList, reporting findings: inout Findings) {
    for (number, entry) in links.entries.enumerated() where !links.closed.entries.contains(number) {
      for group in groups(in: entry, links) { report(group, entry, &findings) }
      if links.language == .file { checkVariants(entry, &findings) }
    }
  }

  /// A rule and the preceding ones that shadow it.
  private struct Shadow {
    var index: Int
    var above: [Int]
    var isRedundant: Bool
    var isMinor: Bool
    /// Shadows with the same key are one finding.
    var key: [Int] { above + [isRedundant ? -1 : -2, isMinor ? -1 : -2] }
  }

  private func groups(in entry: LinkList.Entry, _ links: LinkList) -> [[Shadow]] {
    var strict: [RuleReachability.Verdict]?
    let shadows = entry.rules.enumerated().compactMap { index, rule -> Shadow? in
      guard case .covered(let above) = entry.verdicts[index] else { return nil }
      let isRedundant = above.allSatisfy { entry.rules[$0].excludes == rule.excludes }
      // `link-exclude-unreachable` reports an exclude that an allow rule shadows.
      if rule.excludes, !isRedundant { return nil }
      // `link-rule-query-presence` reports a query item in a preceding rule that may be missing;
      // with `?*`, this rule can match.
      if links.language == .file,
        above.contains(where: { entry.rules[$0].items.contains { $0.pattern.value == "*" } })
      {
        // Long lists are generated.
        guard entry.rules.count <= 64 else { return nil }
        let verdicts =
          strict
          ?? RuleReachability(
            entry.rules.map(\.component.requiringItems), variables: links.variables
          ).verdicts
        strict = verdicts
        guard case .covered = verdicts[index] else { return nil }
      }
      let isMinor =
        links.language == .file && isRedundant && above.count == 1
        && Self.areVariants(rule, entry.rules[above[0]])
      return Shadow(index: index, above: above, isRedundant: isRedundant, isMinor: isMinor)
    }
    return Dictionary(grouping: shadows, by: \.key).values.sorted { $0[0].index < $1[0].index }
  }

  /// Whether the paths are `/p` and `/p/*`, or `/p` and `/p/`, which people often write together to be safe.
  private static func areVariants(_ literal: LinkList.Rule, _ folder: LinkList.Rule) -> Bool {
    guard literal.isPathOnly, folder.isPathOnly, literal.excludes == folder.excludes,
      literal.decoded == nil, folder.decoded == nil,
      let path = literal.path?.value, let wide = folder.path?.value
    else { return false }
    let bare = trimmed(path)
    return path != wide
      && (trimmed(wide) == bare || wide == ExactString(bare.string + "/*"))
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
      if path.hasSuffix("/*"), let first = literals[ExactString(decoding: path.utf8.dropLast(2))],
        case let literal = entry.rules[first], Self.areVariants(literal, rule), !literal.isMisread,
        runs[index] <= first
      {
        findings.report(
          literal.place, severity: .note,
          "\(literal.title.quoted) is redundant on iOS, because \(path.quoted) also matches it",
          help: "remove \(literal.title.quoted)",
          notes: [findings.note("the wider rule", at: rule.place)], isMinor: true)
      }
      if literals[path] == nil { literals[path] = index }
    }
  }

  private func report(
    _ group: [Shadow], _ entry: LinkList.Entry, _ findings: inout Findings
  ) {
    let (above, rules) = (
      group[0].above.map { entry.rules[$0] }, group.map { entry.rules[$0.index] }
    )
    let (isOne, isRedundant) = (rules.count == 1, group[0].isRedundant)
    let titles = above.prefix(3).map(\.title.quoted).joined(separator: ", ")
    let matches = above.count == 1 ? "matches" : "match"
    let them = isOne ? "it" : "them"
    let isCatchAll = above.contains(where: \.matchesEverything)
    findings.report(
      rules[0].place, severity: isRedundant && !isCatchAll ? .note : nil,
      (isOne ? rules[0].title.quoted : RuleListDescription.subject(rules, "rules", findings))
        + (isRedundant
          ? " \(isOne ? "is" : "are") redundant on iOS, because \(titles) above \(matches) \(them) already"
          : " never \(isOne ? "runs" : "run"), because \(titles) above \(matches) first"),
      help: "remove \(them)"
        + (!isRedundant
          // If it were moved up, such a rule would open links that don't open the app today.
          ? ", or narrow \(titles) if the app should open \(isOne ? "its" : "their") links"
          : isCatchAll
            ? ", or replace \(titles) with the paths that the app opens"
            : "; \(titles) already \(matches) the same links"),
      notes: above.prefix(3).map { findings.cause("matches first", at: $0.place) }
        + RuleListDescription.notes(
          isRedundant ? "also redundant" : "never runs either", rules, findings),
      isMinor: group[0].isMinor)
  }

  /// Reports excludes without a later allow rule. Links that don't match any rule stay in the
  /// browser anyway.
  func check(_ file: AppleFile, reporting findings: inout Findings) {
    guard let links = file.links else { return }
    for (number, entry) in links.entries.enumerated() {
      guard let last = entry.rules.lastIndex(where: { !$0.excludes }) else { continue }
      // A later entry of the same app would decide about links that this exclude matches.
      let later = links.entries.dropFirst(number + 1).prefix(100).flatMap(\.apps)
      guard Set(entry.apps).isDisjoint(with: later) else { continue }
      for (rule, verdict) in zip(entry.rules, entry.verdicts).dropFirst(last + 1) {
        switch verdict {
        case .covered, .never: continue
        case .reachable, .unknown:
          findings.report(
            rule.place, severity: .note,
            "\(rule.title.quoted) has no effect, because no rule below it opens a link",
            help: "remove it; links that no rule matches stay in the browser")
        }
      }
    }
  }

  func check(_ file: AssetFile, reporting findings: inout Findings) {
    for (_, list) in file.dynamicRules {
      for (index, above) in list.covered {
        let (rule, cause) = (list.rules[index], list.rules[above])
        let isRedundant = cause.exclude == rule.exclude
        if rule.exclude, !isRedundant { continue }
        findings.report(
          file.place(rule), severity: isRedundant ? .note : nil,
          "\(rule.title) \(isRedundant ? "is redundant" : "never runs") on Android, because "
            + "\(cause.title) above it matches first",
          help: isRedundant
            ? "remove it; \(cause.title) already matches the same links"
            : "remove it, or narrow \(cause.title) if the app should open these links",
          notes: [findings.cause("this rule matches first", at: file.place(cause))])
      }
    }
  }
}

struct LinkExcludeUnreachable: LinkListRule, AssetFileRule {
  static let info = RuleInfo(
    "link-exclude-unreachable", .association, .error, aliases: ["exclude-unreachable"],
    summary: "Require excludes above the rules that they limit",
    why: "The first matching rule decides. An exclude below a wider rule never runs, so the app "
      + "opens links that must stay in the browser, often sign-in links.",
    examples: .policy(
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
