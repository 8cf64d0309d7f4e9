/// Finds characters that reviewers can't see.
///
/// libyaml ends lines at U+0085, U+2028, U+2029 and lone carriage returns, but editors and `git diff` don't. An entry
/// after such a character looks like part of a comment, but is effective. Other characters are invisible or reorder
/// text. All of them are errors, except joiners, variation selectors and typographic spaces that comments and
/// descriptions need.
package enum HiddenCharacters {
  /// The violated rule.
  package static let rule: RuleID = "character-invisible"
  /// The maximum number of findings per file; the last one has the number of the others.
  private static let findings = 200

  /// Adds findings about hidden characters to those of the reader.
  ///
  /// - Parameter prose: the scalars that only people read, in any order.
  package static func report(
    in tree: SourceTree, prose: @autoclosure () -> [SourceSpan], to diagnostics: inout [Diagnostic]
  ) {
    let source = tree.source
    let isYAML = tree.language == .yaml
    guard !source.isASCII || (isYAML && source.hasLoneReturn) || (!isYAML && hasDelete(source))
    else { return }
    // If the file isn't UTF-8, there are no characters to check.
    guard !diagnostics.contains(where: { $0.rule == "yaml-encoding" }) else { return }
    var found: [Diagnostic] = []
    if isYAML, source.hasLoneReturn { found.append(loneReturns(tree)) }
    if !isYAML, let place = source.bytes.offset(of: 0x7F) {
      let run = Run(scalar: "\u{7F}", kind: .control, span: SourceSpan(place, place + 1))
      found.append(diagnostic(run, .value(nil), tree))
    }
    if !source.isASCII {
      let known = Set(diagnostics.map(\.location.span.start))
      var places = FilePlaces(tree, prose: prose())
      var start = source.byteOrderMarkLength
      var count = 0
      while let run = nextRun(in: tree, from: start, &places) {
        start = run.run.span.end
        // The reader already reports control characters.
        guard !known.contains(run.run.span.start) else { continue }
        count += 1
        if count <= findings { found.append(diagnostic(run.run, run.place, tree)) }
      }
      if count > findings, let last = found.indices.last {
        found[last].message += "; \(count - findings) more are in the file"
      }
    }
    guard !found.isEmpty else { return }
    removeConsequences(of: found, from: &diagnostics, source)
    diagnostics += found
  }

  private static func hasDelete(_ source: SourceFile) -> Bool {
    source.bytes.offset(of: 0x7F) != nil
  }

  /// Removes findings that a hidden line break causes: the text after it is usually not valid YAML.
  private static func removeConsequences(
    of found: [Diagnostic], from diagnostics: inout [Diagnostic], _ source: SourceFile
  ) {
    diagnostics.removeAll { diagnostic in
      guard diagnostic.rule == "yaml-syntax" else { return false }
      let place = diagnostic.location.span.start
      return found.contains { cause in
        let end = cause.location.span.end
        guard end <= place + 4, place - end < 400 else { return false }
        return end >= place || !source.bytes[end..<place].contains(0x0A)
      }
    }
  }

  // MARK: runs

  /// Adjacent hidden characters, which are one finding.
  private struct Run {
    var scalar: Unicode.Scalar
    var kind: HiddenCharacter
    var span: SourceSpan
    var count = 1
  }

  private static func nextRun(
    in tree: SourceTree, from start: Int, _ places: inout FilePlaces
  ) -> (run: Run, place: FilePlace)? {
    let bytes = tree.source.bytes
    var start = start
    while let found = HiddenCharacter.first(in: bytes, from: start) {
      start = found.range.upperBound
      let place = places.place(of: found.range.lowerBound)
      if place.isForPeople, HiddenCharacterUse.isNeeded(found, in: bytes) { continue }
      var run = Run(
        scalar: found.scalar, kind: found.kind, span: SourceSpan(found.range.lowerBound, start))
      // Each line break hides different text.
      guard found.kind != .lineBreak else { return (run, place) }
      while let next = HiddenCharacter.first(in: bytes, from: start),
        next.range.lowerBound == start, next.kind != .lineBreak,
        !(place.isForPeople && HiddenCharacterUse.isNeeded(next, in: bytes))
      {
        start = next.range.upperBound
        run.span.end = start
        run.count += 1
      }
      return (run, place)
    }
    return nil
  }

  // MARK: findings

  private static func diagnostic(
    _ run: Run, _ place: FilePlace, _ tree: SourceTree
  ) -> Diagnostic {
    let name =
      run.count == 1
      ? "invisible character \(run.scalar.codePoint)"
      : "\(run.count) invisible characters (first: \(run.scalar.codePoint))"
    let effect =
      run.count == 1 ? Self.effect(run.kind, tree.language) : "reviewers don't see them"
    return Diagnostic(
      rule: rule, severity: .error, message: "\(name) \(place.words): \(effect)",
      help: help(run, place), location: SourceLocation(file: tree.file, span: run.span),
      path: place.node.map { tree.path($0) } ?? "", fixes: fixes(run, place, tree))
  }

  private static func effect(_ kind: HiddenCharacter, _ language: SourceLanguage) -> String {
    switch kind {
    case .lineBreak:
      language == .yaml
        ? "YAML starts a new line here, but editors and `git diff` don't show one"
        : "some programs show a line break here, most don't"
    case .direction: "it changes the order in which the characters around it are displayed"
    case .tag: "reviewers don't see it, but programs read it as a letter"
    case .blank: "it looks like empty space"
    case .space: "it looks like a space but isn't one"
    case .control, .joiner, .variation, .zeroWidth, .noncharacter: "reviewers don't see it"
    }
  }

  private static func help(_ run: Run, _ place: FilePlace) -> String {
    switch run.kind {
    case .lineBreak: "replace it with a line break, or remove it and the rest of the line"
    case .space where run.count == 1: "replace it with a space"
    case _ where place.isInValue: "remove the character, or escape it in a double-quoted string"
    default: run.count == 1 ? "remove the character" : "remove the characters"
    }
  }

  private static func fixes(_ run: Run, _ place: FilePlace, _ tree: SourceTree) -> [Fix] {
    let location = SourceLocation(file: tree.file, span: run.span)
    func fix(_ title: String, _ text: String, isSafe: Bool) -> [Fix] {
      [Fix(title, isSafe: isSafe, edits: [.init(location, text)])]
    }
    guard tree.isComplete else { return [] }
    if run.kind == .lineBreak {
      // YAML reads U+0085 as a line feed; the other two stay in a scalar's value.
      guard tree.language == .yaml, run.scalar == "\u{85}" || !place.isInScalar else { return [] }
      return fix("replace it with a line break", lineEnd(of: tree.source), isSafe: true)
    }
    let (title, text) =
      run.kind == .space && run.count == 1
      ? ("replace it with a space", " ") : ("remove invisible characters", "")
    return fix(title, text, isSafe: place.isSafeToClean(tree.source, run.span))
  }

  /// The line ending of the file.
  private static func lineEnd(of source: SourceFile) -> String {
    guard let feed = source.bytes.offset(of: 0x0A), feed > 0 else { return "\n" }
    return source.bytes[feed - 1] == 0x0D ? "\r\n" : "\n"
  }

  /// One finding about carriage returns without a line feed: usually the whole file has them.
  private static func loneReturns(_ tree: SourceTree) -> Diagnostic {
    let bytes = tree.source.bytes
    var places: [Int] = []
    var start = 0
    while let place = bytes.offset(of: 0x0D, from: start) {
      start = place + 1
      if start < bytes.count, bytes[start] != 0x0A { places.append(place) }
    }
    let first = places.first ?? 0
    let end = lineEnd(of: tree.source)
    let edits = places.map {
      Fix.Edit(SourceLocation(file: tree.file, span: SourceSpan($0, $0 + 1)), end)
    }
    let more = places.count > 1 ? " (\(places.count) in the file)" : ""
    return Diagnostic(
      rule: rule, severity: .error,
      message:
        "carriage return without a line feed\(more): YAML starts a new line, `git diff` doesn't",
      help: "end lines with a line feed",
      location: SourceLocation(file: tree.file, span: SourceSpan(first, first + 1)),
      // YAML reads each of them as a line feed.
      fixes: [Fix("end these lines with a line feed", isSafe: true, edits: edits)])
  }
}
