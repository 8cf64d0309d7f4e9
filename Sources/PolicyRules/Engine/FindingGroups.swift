package import PolicyText

/// One cause, one finding: what a rule says of many places of an association file in the same words is
/// said once, with their number and where they lie.
///
/// Policies are not joined: there a comment silences a place, and each has its own line.
package enum FindingGroups {
  /// Places that the message names, the first one among them.
  private static let named = 3

  /// What makes findings one.
  private struct Key: Hashable {
    var rule: RuleID
    var severity: Severity
    var isMinor: Bool
    /// The message without what it quotes.
    var words: ExactString
    /// What the advice of an ordered rule is about.
    var cause: [SourceLocation]
  }

  /// Rules that name another place as the cause: below different ones it is not one cause, and the advice for
  /// the first would be wrong for the others.
  private static let ordered: Set<RuleID> = ["link-exclude-unreachable", "link-rule-unreachable"]

  private static func cause(of finding: Diagnostic) -> [SourceLocation] {
    guard ordered.contains(finding.rule) else { return [] }
    return finding.notes.filter { $0.message.hasSuffix("matches first") }.compactMap(\.location)
  }

  /// The findings about one file, those of one cause joined at their first place.
  package static func joined(_ findings: [Diagnostic], in source: SourceFile) -> [Diagnostic] {
    guard findings.count > 1 else { return findings }
    var groups: [Key: Int] = [:]
    var joined: [[Diagnostic]] = []
    for finding in findings.sorted(by: { $0.location.span < $1.location.span }) {
      let key = Key(
        rule: finding.rule, severity: finding.severity, isMinor: finding.isMinor,
        words: words(of: finding.message),
        cause: cause(of: finding))
      if let group = groups[key] {
        // A value that two checks judge is one place.
        if joined[group].last?.location == finding.location { continue }
        joined[group].append(finding)
      } else {
        groups[key] = joined.count
        joined.append([finding])
      }
    }
    return joined.map { one(of: $0, in: source) }
  }

  private static func one(of group: [Diagnostic], in source: SourceFile) -> Diagnostic {
    guard var first = group.first, group.count > 1 else { return group[0] }
    let others = group.dropFirst()
    let lines = others.map { source.position(of: $0.location.span.start).line }
    let range =
      lines.first == lines.last
      ? "in line \(lines.first ?? 1)" : "in lines \(lines.first ?? 1) to \(lines.last ?? 1)"
    var names: [String] = []
    for other in others.prefix(named - 1) {
      let name = subject(of: other, in: source)
      if !names.contains(name), name != subject(of: first, in: source) { names.append(name) }
    }
    let list = names.isEmpty ? "" : ": \(names.joined(separator: ", "))"
    let more = others.count > named - 1 && !names.isEmpty ? ", …" : ""
    first.message += "; \(others.count) more \(range)\(list)\(more)"
    first.notes += others.map {
      .init("the same: \(subject(of: $0, in: source))", at: $0.location, isFurther: true)
    }
    first.fixes = fixes(of: group)
    return first
  }

  /// The fixes of all places as one, where they are of one kind.
  private static func fixes(of group: [Diagnostic]) -> [Fix] {
    let all = group.compactMap { $0.fixes.first(where: \.isSafe) ?? $0.fixes.first }
    guard var fix = all.first, all.count > 1 else { return all }
    let rest = all.dropFirst().filter { $0.isSafe == fix.isSafe }
    guard rest.count == all.count - 1 else { return group.first?.fixes ?? [] }
    // A fix goes in whole or waits for the next pass: half of a move would lose what it moves.
    var count = 1
    for other in rest where touchesNothing(other, of: fix) {
      fix.edits += other.edits
      count += 1
    }
    if count > 1 { fix.title += " (\(count) places)" }
    return [fix]
  }

  /// True where the edits of two fixes lie apart. Places come in order: of many edits the last count.
  private static func touchesNothing(_ other: Fix, of fix: Fix) -> Bool {
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

  /// What a finding is about, as people would name it: what its message quotes first, or the marked text.
  private static func subject(of finding: Diagnostic, in source: SourceFile) -> String {
    let parts = finding.message.utf8.split(
      separator: UInt8(ascii: "`"), maxSplits: 2, omittingEmptySubsequences: false)
    if finding.message.utf8.first == UInt8(ascii: "`"), parts.count == 3 {
      return "`\(String(Substring(parts[1])))`"
    }
    let span = finding.location.span
    return UTF8Text.quoted(
      UTF8Text.shortened(source.text(Span(span.start, min(span.end, span.start + 80))), to: 24))
  }

  /// A message without the texts in backticks.
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
