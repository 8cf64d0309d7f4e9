import PolicyText

/// Describes several link rules in one finding.
enum RuleListDescription {
  /// `` `/a`, `/b`, `/c` and 4 more ``.
  static func titles(_ rules: [LinkList.Rule]) -> String {
    let names = rules.prefix(3).map { $0.title.quoted }.joined(separator: ", ")
    return rules.count > 3 ? "\(names) and \(rules.count - 3) more" : names
  }

  /// `` 3 excludes never run (`/a`, `/b`, `/c`, lines 12 to 40) ``, without the lines in a policy.
  static func subject(_ rules: [LinkList.Rule], _ noun: String, _ findings: Findings) -> String {
    "\(rules.count) \(noun) (\(titles(rules))\(range(rules, findings)))"
  }

  private static func range(_ rules: [LinkList.Rule], _ findings: Findings) -> String {
    guard findings.tree.language == .json else { return "" }
    let lines = rules.map {
      findings.tree.source.position(of: findings.tree.span($0.place).start).line
    }
    guard let first = lines.min(), let last = lines.max(), first < last else { return "" }
    return ", lines \(first) to \(last)"
  }

  /// Notes at all rules but the first, which has the finding; only two notes are shown by default.
  static func notes(
    _ message: String, _ rules: [LinkList.Rule], _ findings: Findings
  ) -> [Diagnostic.Note] {
    rules.enumerated().dropFirst().map { index, rule in
      findings.note(message, at: rule.place, isFurther: index > 2)
    }
  }
}
