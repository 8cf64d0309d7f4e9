package import PolicyText
package import PolicyModel
import PolicyRules

/// Which findings are reported, and with which severity.
///
/// The command line takes precedence over overrides for files, these over severities, and these over the rule.
package struct CheckSettings: Sendable {
  /// Severities for some of the files.
  package struct Override: Sendable {
    package var paths: [Glob]
    /// The environment of the findings; nil for all.
    package var environment: Environment?
    package var weights: [RuleID: Configuration.Weight]
  }

  /// Reports only these rules; empty for all.
  package var selected: [RuleID] = []
  /// Reports none of these rules.
  package var ignored: [RuleID] = []
  package var weights: [RuleID: Configuration.Weight] = [:]
  /// The last matching override applies.
  package var overrides: [Override] = []
  package var baseline = Baseline()
  /// The components of a path relative to the configuration's directory; nil for files outside of it.
  package var configuredPath: @Sendable (String) -> [String]? = { WorkingDirectory.components($0) }
  /// Also reports minor findings (`--verbose`).
  package var includesMinor = false
  /// The path of a file in its repository.
  package var repositoryPath: @Sendable (String) -> String = { $0 }

  package init() {}

  /// True if the settings change nothing.
  private var isPlain: Bool {
    selected.isEmpty && ignored.isEmpty && weights.isEmpty && overrides.isEmpty && baseline.isEmpty
  }

  /// Applies the settings to findings.
  package func report(
    sources: [SourceFile], documents: [PolicyDocument], diagnostics: [Diagnostic],
    files: FileCounts, redactions: [SourceLocation]
  ) -> Report {
    func report(_ diagnostics: [Diagnostic], suppressed: Int) -> Report {
      Report(
        sources: sources, diagnostics: diagnostics, files: files,
        redactions: redactions, suppressed: suppressed)
    }
    var comments = FileTable<Suppressions>()
    for document in documents { comments[document.tree.file] = Suppressions(document.tree) }
    // `Report` removes duplicates, which would use up baseline entries.
    let hasMinor = diagnostics.indices.contains { diagnostics[$0].isMinor }
    let all = report(
      hasMinor ? diagnostics.filter { !$0.isMinor || isWanted($0.rule) } : diagnostics,
      suppressed: 0)
    guard !isPlain || documents.contains(where: { comments[$0.tree.file] != nil }) else {
      return all.keeping(Precedence.withoutRepetitions(all.diagnostics))
    }

    var kept: [Diagnostic] = []
    var suppressed = 0
    var baseline = baseline
    var files = FileTable<[Override]>()
    func overrides(_ file: FileID) -> [Override] {
      if let known = files[file] { return known }
      let found = self.overrides(for: sources[file.index].name)
      files[file] = found
      return found
    }
    func add(_ found: Diagnostic) {
      var diagnostic = found
      let file = diagnostic.location.file
      guard let severity = severity(of: diagnostic, overrides(file)) else { return }
      diagnostic.severity = severity
      if comments[file]?.suppress(diagnostic) == true {
        suppressed += 1
        return
      }
      if !baseline.isEmpty, !RuleRegistry.notSuppressible.contains(diagnostic.rule) {
        let name = repositoryPath(sources[file.index].name)
        if baseline.take(diagnostic, in: all, file: name) {
          suppressed += 1
          return
        }
      }
      kept.append(diagnostic)
    }
    for diagnostic in all.diagnostics { add(diagnostic) }
    for document in documents {
      let file = document.tree.file
      guard let suppressions = comments[file] else { continue }
      comments[file] = nil
      let found = suppressions.findings {
        isReported($0, overrides(file)) && !RuleRegistry.isAboutDeployment($0)
      }
      for diagnostic in found { add(diagnostic) }
    }
    return report(Precedence.withoutRepetitions(kept), suppressed: suppressed)
  }

  private func overrides(for name: String) -> [Override] {
    guard !overrides.isEmpty, let path = configuredPath(name) else { return [] }
    return overrides.filter { $0.paths.contains { $0.matches(path) } }
  }

  /// The severity of a finding; nil if it isn't reported.
  private func severity(of diagnostic: Diagnostic, _ overrides: [Override]) -> Severity? {
    let rule = diagnostic.rule
    guard !RuleRegistry.notSuppressible.contains(rule) else { return diagnostic.severity }
    guard isSelected(rule) else { return nil }
    let weight =
      overrides.last {
        $0.weights[rule] != nil
          && ($0.environment == nil || $0.environment == diagnostic.environment)
      }?.weights[rule] ?? weights[rule]
    switch weight {
    case nil: return diagnostic.severity
    case .severity(let severity)?: return severity
    // A rule that the command line selects is reported even if it is off.
    case .off?: return selected.contains(rule) ? diagnostic.severity : nil
    }
  }

  /// Returns true if minor findings of a rule are reported: with `--verbose`, or if a setting names the rule.
  private func isWanted(_ rule: RuleID) -> Bool {
    includesMinor || selected.contains(rule) || weights[rule] != nil
      || overrides.contains { $0.weights[rule] != nil }
  }

  private func isSelected(_ rule: RuleID) -> Bool {
    !ignored.contains(rule) && (selected.isEmpty || selected.contains(rule))
  }

  /// Returns true if a rule can be reported in a file with these overrides.
  private func isReported(_ rule: RuleID, _ overrides: [Override]) -> Bool {
    guard isSelected(rule) else { return false }
    if selected.contains(rule) { return true }
    return overrides.last { $0.weights[rule] != nil }?.weights[rule] ?? weights[rule] != .off
  }
}
