import AssociationFiles
import PolicyText

/// Excludes without an allow rule below them. Links that no rule matches stay in the browser anyway.
extension LinkRuleUnreachable: AppleFileRule {
  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    guard let links = file.links else { return }
    for (number, entry) in links.entries.enumerated() {
      guard let last = entry.rules.lastIndex(where: { !$0.excludes }) else { continue }
      // A later entry of the same app would decide about links that this exclude matches.
      let apps = Set(entry.apps)
      let later = links.entries.dropFirst(number + 1).prefix(100)
      guard later.allSatisfy({ apps.isDisjoint(with: $0.apps) }) else { continue }
      for (index, rule) in entry.rules.enumerated().dropFirst(last + 1) {
        if case .covered = entry.verdicts[index] { continue }
        if case .never = entry.verdicts[index] { continue }
        findings.report(
          rule.place, severity: .note,
          "\(ExactString(rule.title).quoted) has no effect, because no rule below it opens a link",
          help: "remove it; links that no rule matches stay in the browser")
      }
    }
  }
}
