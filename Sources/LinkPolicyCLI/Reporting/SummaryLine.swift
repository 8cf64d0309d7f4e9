import LinkPolicy
import PolicyText

/// The counts of a run on one line.
struct SummaryLine {
  let report: Report
  /// Fixes that were applied, or would be with `--fix`; nil without `--fix` and `--diff`.
  var fixes: (count: Int, areWritten: Bool)?

  /// `3 errors, 1 warning in 14 files: 12 policies, 2 test files; 2 fixable with --fix; 1
  /// suppressed`. On a terminal, the line wraps at words.
  func text(_ style: TextStyle) -> String {
    var counts: [String] = []
    for severity in Severity.allCases.reversed() {
      let count = report.count(severity)
      if count > 0 { counts.append(style.paint(Self.number(count, severity.rawValue), severity)) }
    }
    let found =
      counts.isEmpty
      ? style.paint("no findings", TextStyle.Role.good) : counts.joined(separator: ", ")
    var parts = ["\(found) in \(Self.number(report.checkedFiles, "file"))\(kinds)"]
    let skipped = report.files.skipped
    if skipped > 0 { parts.append("\(Self.number(skipped, "other YAML file")) skipped") }
    if let fixes {
      parts.append("\(fixes.count) \(fixes.areWritten ? "fixed" : "would be fixed")")
    } else {
      let safe = report.safelyFixable
      let risky = report.fixable - safe
      if safe > 0 { parts.append("\(safe) fixable with --fix") }
      if risky > 0 {
        parts.append("\(risky)\(safe > 0 ? " more" : " fixable") with --unsafe-fixes")
      }
    }
    if report.suppressed > 0 { parts.append("\(report.suppressed) suppressed") }
    return style.wrapped(parts.joined(separator: "; "), after: 0, indent: 0) + "\n"
  }

  /// `: 2 policies, 1 test file`, for several files.
  private var kinds: String {
    let files = report.files
    guard files.checked > 1, files.others < files.checked else { return "" }
    var kinds: [String] = []
    func add(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { kinds.append("\(count) \(count == 1 ? one : many)") }
    }
    add(files.policies, "policy", "policies")
    add(files.tests, "test file", "test files")
    add(files.configurations, "configuration", "configurations")
    add(files.associationFiles, "association file", "association files")
    add(files.others, "other file", "other files")
    return ": " + kinds.joined(separator: ", ")
  }

  /// `1 file`, `2 files`.
  static func number(_ count: Int, _ word: String) -> String {
    "\(count) \(word)\(count == 1 ? "" : "s")"
  }
}
