package import PolicyText

/// Keeps only the strongest finding if several rules report the same value.
///
/// A rule's `RuleInfo` declares which rules it hides and how it relates to the parts of a URI.
package enum Precedence {
  /// For each rule, the rules that hide it.
  private static let stronger: [RuleID: Set<RuleID>] = {
    var stronger: [RuleID: Set<RuleID>] = [:]
    for rule in RuleRegistry.catalogue {
      for hidden in RuleRegistry.hidden(by: rule) { stronger[hidden, default: []].insert(rule.id) }
    }
    return stronger
  }()

  private static let separable = ids(.separable)
  private static let affectsOwnBytes = ids(.affectsOwnBytes)
  private static let affectsFollowingBytes = ids(.affectsFollowingBytes)
  private static let yieldsToErrors = ids(.yieldsToErrors)

  private static func ids(_ trait: RuleInfo.Traits) -> Set<RuleID> {
    Set(RuleRegistry.catalogue.filter { $0.traits.contains(trait) }.map(\.id))
  }

  /// Returns the findings of one file without those that a stronger finding about the same value hides.
  ///
  /// - Parameters:
  ///   - errors: the errors of the structure check.
  ///   - tree: the file.
  package static func apply(
    to entries: [Findings.Entry], withoutConsequencesOf errors: [Diagnostic], in tree: SourceTree
  ) -> [Diagnostic] {
    let broken = errors.map { ExactString($0.path) }.sorted()
    return apply(
      to: broken.isEmpty
        ? entries
        : entries.filter { entry in
          !entry.causes.contains { isBroken(tree.path($0), broken) }
        })
  }

  package static func apply(to entries: [Findings.Entry]) -> [Diagnostic] {
    guard entries.count > 1 else { return entries.map(\.diagnostic) }
    var isKept = [Bool](repeating: true, count: entries.count)
    let byNode = Dictionary(grouping: entries.indices, by: { entries[$0].node })
    for index in entries.indices where !entries[index].causes.isEmpty {
      isKept[index] = !entries[index].causes.contains { cause in
        byNode[cause]?.contains { $0 != index && entries[$0].diagnostic.severity == .error } == true
      }
    }
    for present in byNode.values {
      guard present.count > 1 else { continue }
      for index in present {
        let finding = entries[index].diagnostic
        guard let stronger = stronger[finding.rule] else { continue }
        isKept[index] =
          isKept[index]
          && !present.contains { other in
            stronger.contains(entries[other].diagnostic.rule)
              && !isSeparate(finding, from: entries[other].diagnostic)
          }
      }
    }
    return entries.indices.filter { isKept[$0] }.map { entries[$0].diagnostic }
  }

  /// Returns true if there is an error of structure at a path or below it.
  ///
  /// - Parameter broken: the sorted paths of all errors.
  private static func isBroken(_ path: String, _ broken: [ExactString]) -> Bool {
    ["", ".", "["].contains { next in
      let start = ExactString(path + next)
      let first = broken.firstSorted { $0 >= start }
      return first < broken.count
        && (broken[first] == start || !next.isEmpty && broken[first].hasPrefix(start.string))
    }
  }

  /// Returns true if a finding is about bytes of the URI that the stronger finding doesn't affect:
  /// `http://` before the placeholder `${HOST}`.
  private static func isSeparate(_ finding: Diagnostic, from stronger: Diagnostic) -> Bool {
    guard separable.contains(finding.rule) else { return false }
    let span = finding.location.span
    let other = stronger.location.span
    if affectsOwnBytes.contains(stronger.rule) {
      return span.end <= other.start || span.start >= other.end
    }
    return affectsFollowingBytes.contains(stronger.rule) && span.end <= other.start
  }

  /// Returns the findings of a run without those that yield to an error of another rule at the same bytes.
  ///
  /// Call it after suppressions and severities apply: a suppressed error must not hide a finding.
  package static func withoutRepetitions(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    guard diagnostics.contains(where: { yieldsToErrors.contains($0.rule) }) else {
      return diagnostics
    }
    let errors = Set(
      diagnostics.lazy.filter { !yieldsToErrors.contains($0.rule) && $0.severity == .error }
        .map(repetitionKey))
    return diagnostics.filter {
      !yieldsToErrors.contains($0.rule) || !errors.contains(repetitionKey($0))
    }
  }

  /// The start of a finding about one character, or the end of a longer one, which is about more
  /// than its first character.
  private static func repetitionKey(_ diagnostic: Diagnostic) -> SourceLocation {
    let span = diagnostic.location.span
    return SourceLocation(
      file: diagnostic.location.file,
      span: SourceSpan(span.start, span.end - span.start <= 4 ? span.start : span.end))
  }
}
