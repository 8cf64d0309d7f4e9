import PolicyText

/// How a finding speaks of many rules with one cause: the number, the first three, all as notes.
enum ManyRules {
  /// `` `/a`, `/b`, `/c` and 4 more ``.
  static func titles(_ rules: [LinkList.Rule]) -> String {
    let names = rules.prefix(3).map { ExactString($0.title).quoted }.joined(separator: ", ")
    return rules.count > 3 ? "\(names) and \(rules.count - 3) more" : names
  }

  /// `, lines 12 to 40`; empty where all stand on one line.
  static func range(_ rules: [LinkList.Rule], _ findings: Findings) -> String {
    let lines = rules.map {
      findings.tree.source.position(of: findings.tree.span($0.place).start).line
    }
    guard let first = lines.min(), let last = lines.max(), first < last else { return "" }
    return ", lines \(first) to \(last)"
  }

  /// A note at each but the first, which is where the finding stands; most are shown on request only.
  static func notes(
    _ message: String, _ rules: [LinkList.Rule], _ findings: Findings
  ) -> [Diagnostic.Note] {
    rules.enumerated().dropFirst().map { index, rule in
      findings.note(message, at: rule.place, isFurther: index > 2)
    }
  }
}
