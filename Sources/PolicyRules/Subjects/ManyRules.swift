import PolicyDiagnostics
import PolicyText

/// How a finding speaks of many rules with one cause: the number, the first three, all as notes.
enum ManyRules {
  /// `` `/a`, `/b`, `/c` and 4 more ``.
  static func titles(_ rules: [LinkList.Rule]) -> String {
    let names = rules.prefix(3).map { ExactString($0.title).quoted }.joined(separator: ", ")
    return rules.count > 3 ? "\(names) and \(rules.count - 3) more" : names
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
