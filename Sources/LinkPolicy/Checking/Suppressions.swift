import PolicyText
import PolicyRules

/// The suppressions of one file: which findings they take away, and what is wrong with themselves. Work grows
/// linearly with comments and findings.
struct Suppressions {
  private struct Slot: Hashable {
    /// The index of the line of the finding; -1 for the whole file.
    var line: Int
    var rule: RuleID
  }

  private struct Entry {
    var comment: SuppressionComment
    var name: SuppressionComment.Name
    /// Which of the names of the comment it is.
    var index: Int
    /// An alias may name several.
    var rules: [RuleID]
    var isUsed = false
  }

  private let tree: SourceTree
  private var entries: [Entry] = []
  private var slots: [Slot: Int] = [:]
  private var nearest: [RuleID: String?] = [:]
  /// Findings about comments that cannot be used.
  private var faults: [Diagnostic] = []

  /// Reads the comments of a file; nil where none is a suppression, which is the usual case.
  init?(_ tree: SourceTree) {
    self.tree = tree
    guard mayHaveSuppressions else { return nil }
    let comments = CommentScanner.comments(of: tree)
    let lines = Self.targets(of: comments)
    for (comment, line) in zip(comments, lines) {
      guard let suppression = SuppressionComment(tree.source.bytes, comment.span) else { continue }
      add(suppression, line: suppression.isForFile ? -1 : line)
    }
    if entries.isEmpty, faults.isEmpty { return nil }
  }

  /// True when `# linkpolicy:` stands in the file.
  private var mayHaveSuppressions: Bool {
    let bytes = tree.source.bytes
    let marker = Array("linkpolicy:".utf8)
    var index = 0
    while let hash = bytes.offset(of: UInt8(ascii: "#"), from: index) {
      index = hash + 1
      while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
      if bytes[index...].starts(with: marker) { return true }
    }
    return false
  }

  /// The line that each comment is about: its own, or, alone on its line, the next that is no comment.
  private static func targets(of comments: [CommentScanner.Comment]) -> [Int] {
    var lines = comments.map { $0.isAlone ? $0.line + 1 : $0.line }
    for index in comments.indices.dropLast().reversed() where comments[index].isAlone {
      let below = comments[index + 1]
      if below.isAlone, below.line == comments[index].line + 1 { lines[index] = lines[index + 1] }
    }
    return lines
  }

  private mutating func add(_ comment: SuppressionComment, line: Int) {
    guard !comment.names.isEmpty else {
      faults.append(
        fault(
          "suppression-syntax", comment.span,
          "a suppression is written `# linkpolicy: ignore[rule-id] reason`, or `ignore-file`"))
      return
    }
    if !comment.hasReason {
      faults.append(
        fault(
          "suppression-reason", comment.span, "a suppression must say why",
          help: "write the reason behind the bracket"))
    }
    for (index, name) in comment.names.enumerated() {
      let rules = RuleRegistry.infos(for: name.rule).map(\.id)
      guard !rules.isEmpty else {
        let near = near(name.rule)
        faults.append(
          fault(
            "suppression-unknown-rule", name.span,
            "\(UTF8Text.quoted(name.rule.rawValue)) is no rule",
            help: near.map { "a rule with a similar name exists: `\($0)`" }
              ?? "`linkpolicy rules` lists them"))
        continue
      }
      for rule in rules where slots[Slot(line: line, rule: rule)] == nil {
        slots[Slot(line: line, rule: rule)] = entries.count
      }
      entries.append(Entry(comment: comment, name: name, index: index, rules: rules))
    }
  }

  /// The rule that was meant; a name that stands in thousands of comments is looked up once.
  private mutating func near(_ name: RuleID) -> String? {
    if let known = nearest[name] { return known }
    let near = Nearest.name(
      to: name.rawValue, among: RuleRegistry.catalogue.lazy.map { $0.id.rawValue })
    nearest[name] = .some(near)
    return near
  }

  private func fault(
    _ rule: RuleID, _ span: Span, _ message: String, help: String? = nil, fixes: [Fix] = []
  ) -> Diagnostic {
    Diagnostic(
      rule: rule, severity: RuleRegistry.info(for: rule)?.severity ?? .warning, message: message,
      help: help, location: SourceLocation(file: tree.file, span: span), fixes: fixes)
  }

  /// True when a comment takes away a finding; marks the comment as used.
  mutating func suppress(_ diagnostic: Diagnostic) -> Bool {
    let line = tree.source.lineIndex(of: diagnostic.location.span.start)
    guard !RuleRegistry.notSuppressible.contains(diagnostic.rule),
      let index = slots[Slot(line: line, rule: diagnostic.rule)]
        ?? slots[Slot(line: -1, rule: diagnostic.rule)]
    else { return false }
    entries[index].isUsed = true
    return true
  }

  /// What is wrong with the comments, once all findings were asked about.
  ///
  /// - Parameter isChecked: false for rules that this run leaves out: their comments may have a use.
  func findings(isChecked: (RuleID) -> Bool) -> [Diagnostic] {
    // Findings of the part that could not be read may be what a comment is for.
    guard tree.isComplete else { return faults }
    return faults
      + entries.filter { !$0.isUsed && $0.rules.allSatisfy(isChecked) }.map { entry in
        let name = entry.name.rule.rawValue
        let isFinal = entry.rules.contains(where: RuleRegistry.notSuppressible.contains)
        return fault(
          "suppression-unused", entry.name.span,
          isFinal
            ? entry.rules.contains(HiddenCharacters.rule)
              ? "`\(name)` cannot be suppressed: nobody sees what the comment excuses"
              : "`\(name)` cannot be suppressed: the file is not read to its end"
            : "`\(name)` is not reported here: the suppression is of no use",
          fixes: [removal(of: entry)])
      }
  }

  /// Takes a name out of its brackets, or the whole comment where it is the only one.
  private func removal(of entry: Entry) -> Fix {
    let title = "remove the suppression"
    func fix(_ span: Span) -> Fix {
      let location = SourceLocation(file: tree.file, span: span)
      // Its reason is a text that somebody wrote: nothing that goes without asking.
      return Fix(title, isSafe: false, edits: [.init(location, "")])
    }
    let names = entry.comment.names
    guard names.count > 1 else { return fix(wholeComment(entry.comment.span)) }
    let index = entry.index
    return fix(
      index == 0
        ? Span(entry.name.span.start, names[1].span.start)
        : Span(names[index - 1].span.end, entry.name.span.end))
  }

  /// A comment with the blanks before it, and with its line where nothing else stands there.
  private func wholeComment(_ span: Span) -> Span {
    let bytes = tree.source.bytes
    var start = span.start
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    let isAlone = start == 0 || bytes[start - 1] == 0x0A || bytes[start - 1] == 0x0D
    guard isAlone else { return Span(start, span.end) }
    let line = tree.source.lineIndex(of: span.start)
    let next = line + 1
    let end = next < tree.source.lineStarts.count ? Int(tree.source.lineStarts[next]) : bytes.count
    return Span(start, end)
  }
}
