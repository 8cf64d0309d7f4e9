package import PolicyText

/// Merges findings of one rule with the same wording in an association file into one finding, with
/// the number of locations and their lines.
///
/// Findings about policies aren't merged, because a suppression comment applies to one line.
package enum FindingGroups {
  /// The maximum number of values in the message, including the first.
  private static let maximumNames = 3

  private struct Key: Hashable {
    var rule: RuleID
    var severity: Severity
    var isMinor: Bool
    /// The message without its quoted values.
    var words: ExactString
    /// The locations of causes: the help for one cause would be wrong for another.
    var causes: [SourceLocation]

    init(_ finding: Diagnostic) {
      rule = finding.rule
      severity = finding.severity
      isMinor = finding.isMinor
      words = FindingGroups.words(of: finding.message)
      causes = finding.notes.filter(\.isCause).compactMap(\.location)
    }
  }

  /// Returns the findings about one file, each group merged at its first location.
  package static func joined(_ findings: [Diagnostic], in source: SourceFile) -> [Diagnostic] {
    guard findings.count > 1 else { return findings }
    var groups: [Key: Int] = [:]
    var joined: [[Diagnostic]] = []
    for finding in findings.sorted(by: { $0.location.span < $1.location.span }) {
      let key = Key(finding)
      if let group = groups[key] {
        // Two checks can report the same value.
        if joined[group].last?.location == finding.location { continue }
        joined[group].append(finding)
      } else {
        groups[key] = joined.count
        joined.append([finding])
      }
    }
    return joined.map { join($0, in: source) }
  }

  private static func join(_ group: [Diagnostic], in source: SourceFile) -> Diagnostic {
    guard var first = group.first, group.count > 1 else { return group[0] }
    let others = group.dropFirst()
    let lines = others.map { source.position(of: $0.location.span.start).line }
    let range =
      lines.first == lines.last
      ? "in line \(lines.first ?? 1)" : "in lines \(lines.first ?? 1) to \(lines.last ?? 1)"
    var names: [String] = []
    for other in others.prefix(maximumNames - 1) {
      let name = subject(of: other, in: source)
      if !names.contains(name), name != subject(of: first, in: source) { names.append(name) }
    }
    let list = names.isEmpty ? "" : ": \(names.joined(separator: ", "))"
    let more = others.count > maximumNames - 1 && !names.isEmpty ? ", …" : ""
    first.message += "; \(others.count) more \(range)\(list)\(more)"
    first.notes += others.map {
      .init("the same: \(subject(of: $0, in: source))", at: $0.location, isFurther: true)
    }
    first.fixes = fixes(of: group)
    return first
  }

  /// One fix for the whole group, if all fixes are safe or all are unsafe.
  private static func fixes(of group: [Diagnostic]) -> [Fix] {
    let all = group.compactMap { $0.fixes.first(where: \.isSafe) ?? $0.fixes.first }
    guard var fix = all.first, all.count > 1 else { return all }
    let rest = all.dropFirst().filter { $0.isSafe == fix.isSafe }
    guard rest.count == all.count - 1 else { return group.first?.fixes ?? [] }
    // Apply a fix with all its edits, or leave it for the next pass: half of a move would delete
    // what it moves.
    var count = 1
    for other in rest where isDisjoint(other, from: fix) {
      fix.edits += other.edits
      count += 1
    }
    if count > 1 { fix.title += " (\(count) places)" }
    return [fix]
  }

  /// Returns true if two fixes change different bytes. Fixes are in order, so only the last edits
  /// can overlap.
  private static func isDisjoint(_ other: Fix, from fix: Fix) -> Bool {
    let end = fix.edits.count > 8 ? fix.edits[fix.edits.count - 9].location.span.end : 0
    return other.edits.allSatisfy { edit in
      let span = edit.location.span
      return span.start >= end
        && fix.edits.suffix(8).allSatisfy { known in
          let taken = known.location.span
          return taken.start != span.start && (taken.end <= span.start || span.end <= taken.start)
        }
    }
  }

  /// The value that a finding is about: what its message quotes first, or the marked bytes.
  private static func subject(of finding: Diagnostic, in source: SourceFile) -> String {
    let parts = finding.message.utf8.split(
      separator: UInt8(ascii: "`"), maxSplits: 2, omittingEmptySubsequences: false)
    if finding.message.utf8.first == UInt8(ascii: "`"), parts.count == 3 {
      return "`\(String(Substring(parts[1])))`"
    }
    let span = finding.location.span
    return DisplayText.quoted(
      DisplayText.shortened(
        source.text(SourceSpan(span.start, min(span.end, span.start + 80))), to: 24))
  }

  private static func words(of message: String) -> ExactString {
    var output: [UInt8] = []
    var isQuoted = false
    for byte in message.utf8 {
      if byte == UInt8(ascii: "`") { isQuoted.toggle() }
      if !isQuoted { output.append(byte) }
    }
    return ExactString(decoding: output)
  }
}
