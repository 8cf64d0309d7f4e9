import PolicyRules
import PolicyText

/// The suppression comments of one file. Runs in linear time.
struct Suppressions {
  private struct Slot: Hashable {
    /// The index of the finding's line; -1 for the whole file.
    var line: Int
    var rule: RuleID
  }

  private struct Entry {
    var comment: SuppressionComment
    var name: SuppressionComment.Name
    /// The index of the name in the comment.
    var index: Int
    /// An alias can name several rules.
    var rules: [RuleID]
    var isUsed = false
  }

  private let tree: SourceTree
  private var entries: [Entry] = []
  private var slots: [Slot: Int] = [:]
  private var nearest: [RuleID: String?] = [:]
  /// Findings about unusable comments.
  private var problems: [Diagnostic] = []

  /// Returns nil if the file has no suppression comments.
  init?(_ tree: SourceTree) {
    self.tree = tree
    guard mayHaveSuppressions else { return nil }
    let comments = CommentScanner.comments(of: tree)
    let lines = Self.targets(of: comments)
    for (comment, line) in zip(comments, lines) {
      guard let suppression = SuppressionComment(tree.source.bytes, comment.span) else { continue }
      add(suppression, line: suppression.isForFile ? -1 : line)
    }
    if entries.isEmpty, problems.isEmpty { return nil }
  }

  /// True if the file contains `# linkpolicy:`.
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

  /// The line that each comment applies to: its own, or for a comment alone on its line, the next without one.
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
      problems.append(
        problem(
          "suppression-syntax", comment.span,
          "malformed suppression comment",
          help: comment.meant.map { "write `# linkpolicy: ignore[\($0)] reason`" }
            ?? "write `# linkpolicy: ignore[rule-id] reason`, or `ignore-file[rule-id]` for the file"
        ))
      return
    }
    if !comment.hasReason {
      problems.append(
        problem(
          "suppression-reason", comment.span, "suppression must have a reason",
          help: "write the reason after `]`"))
    }
    for (index, name) in comment.names.enumerated() {
      let rules = RuleRegistry.infos(for: name.rule).map(\.id)
      guard !rules.isEmpty else {
        let near = near(name.rule)
        problems.append(
          problem(
            "suppression-unknown-rule", name.span,
            "unknown rule \(DisplayText.quoted(name.rule.rawValue))",
            help: near.map { "did you mean `\($0)`?" } ?? "run `linkpolicy rules` to list all rules"
          ))
        continue
      }
      for rule in rules where slots[Slot(line: line, rule: rule)] == nil {
        slots[Slot(line: line, rule: rule)] = entries.count
      }
      entries.append(Entry(comment: comment, name: name, index: index, rules: rules))
    }
  }

  /// The rule with a similar name; cached, because a file can repeat a name thousands of times.
  private mutating func near(_ name: RuleID) -> String? {
    if let known = nearest[name] { return known }
    let near = RuleCatalogue.similarName(to: name.rawValue)
    nearest[name] = .some(near)
    return near
  }

  private func problem(
    _ rule: RuleID, _ span: SourceSpan, _ message: String, help: String? = nil, fixes: [Fix] = []
  ) -> Diagnostic {
    Diagnostic(
      rule: rule, severity: RuleRegistry.info(for: rule)?.severity ?? .warning, message: message,
      help: help, location: SourceLocation(file: tree.file, span: span), fixes: fixes)
  }

  /// Returns true if a comment suppresses a finding, and marks the comment as used.
  mutating func suppress(_ diagnostic: Diagnostic) -> Bool {
    let line = tree.source.lineIndex(of: diagnostic.location.span.start)
    guard !RuleRegistry.notSuppressible.contains(diagnostic.rule),
      let index = slots[Slot(line: line, rule: diagnostic.rule)]
        ?? slots[Slot(line: -1, rule: diagnostic.rule)]
    else { return false }
    entries[index].isUsed = true
    return true
  }

  /// The findings about comments; call it after `suppress` for all findings.
  ///
  /// - Parameter isChecked: false for rules that this run doesn't check, whose comments may be used in others.
  func findings(isChecked: (RuleID) -> Bool) -> [Diagnostic] {
    // A comment may suppress findings in the part that couldn't be read.
    guard tree.isComplete else { return problems }
    return problems
      + entries.filter { !$0.isUsed && $0.rules.allSatisfy(isChecked) }.map { entry in
        let name = entry.name.rule.rawValue
        let isFinal = entry.rules.contains(where: RuleRegistry.notSuppressible.contains)
        return problem(
          "suppression-unused", entry.name.span,
          isFinal
            ? entry.rules.contains(HiddenCharacters.rule)
              ? "`\(name)` can't be suppressed, because reviewers can't see the characters"
              : "`\(name)` can't be suppressed, because the rest of the file isn't checked"
            : "unused suppression: `\(name)` isn't reported here",
          help: "remove `\(name)` from the comment, or the whole comment",
          fixes: [removal(of: entry)])
      }
  }

  /// Removes a name from the brackets, or the whole comment if it is the only name.
  private func removal(of entry: Entry) -> Fix {
    let title = "remove the suppression"
    func fix(_ span: SourceSpan) -> Fix {
      let location = SourceLocation(file: tree.file, span: span)
      // Unsafe, because it also deletes the reason.
      return Fix(title, isSafe: false, edits: [.init(location, "")])
    }
    let names = entry.comment.names
    guard names.count > 1 else { return fix(wholeComment(entry.comment.span)) }
    let index = entry.index
    return fix(
      index == 0
        ? SourceSpan(entry.name.span.start, names[1].span.start)
        : SourceSpan(names[index - 1].span.end, entry.name.span.end))
  }

  /// A comment with the whitespace before it, and its whole line if the comment is alone.
  private func wholeComment(_ span: SourceSpan) -> SourceSpan {
    let bytes = tree.source.bytes
    var start = span.start
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    let isAlone = start == 0 || bytes[start - 1] == 0x0A || bytes[start - 1] == 0x0D
    guard isAlone else { return SourceSpan(start, span.end) }
    let line = tree.source.lineIndex(of: span.start)
    let next = line + 1
    let end = next < tree.source.lineStarts.count ? Int(tree.source.lineStarts[next]) : bytes.count
    return SourceSpan(start, end)
  }
}

/// `# linkpolicy: ignore[rule-id, …] reason` or `# linkpolicy: ignore-file[rule-id, …] reason`.
struct SuppressionComment {
  struct Name {
    var rule: RuleID
    var span: SourceSpan
  }

  /// True for `ignore-file`.
  var isForFile: Bool
  /// Empty if the comment is malformed.
  var names: [Name]
  /// The rule in a malformed comment such as `disable uri-http`.
  var meant: RuleID?
  var hasReason: Bool
  /// The bytes from `#` to the end of the line.
  var span: SourceSpan

  private static let marker = Array("linkpolicy:".utf8)

  /// Returns nil for other comments, such as `# linkpolicy: 1`.
  init?(_ bytes: [UInt8], _ span: SourceSpan) {
    var index = span.start + 1
    func skipWhitespace() {
      while index < span.end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    }
    skipWhitespace()
    guard bytes[index..<span.end].starts(with: Self.marker) else { return nil }
    index += Self.marker.count
    skipWhitespace()
    let start = index
    while index < span.end, Self.isNameByte(bytes[index]) { index += 1 }
    let word = ExactString(decoding: bytes[start..<index])
    // The words after `ignore` or a word for the same, or the first word.
    let words = bytes[start..<span.end].split(maxSplits: 3) { !Self.isNameByte($0) }
    meant = words.prefix(2).map { RuleID(rawValue: String(decoding: $0, as: UTF8.self)) }
      .first { !RuleRegistry.infos(for: $0).isEmpty }
    guard word == "ignore" || word.hasPrefix("ignore-") || meant != nil else { return nil }
    isForFile = word == "ignore-file"
    names = []
    hasReason = true
    self.span = span
    skipWhitespace()
    guard word == "ignore" || isForFile, index < span.end, bytes[index] == UInt8(ascii: "["),
      let close = bytes[index..<span.end].firstIndex(of: UInt8(ascii: "]"))
    else { return }
    var name = index + 1
    while name <= close {
      let end = bytes[name..<close].firstIndex(of: UInt8(ascii: ",")) ?? close
      if let found = Self.name(bytes, name..<end) { names.append(found) }
      name = end + 1
    }
    // Dashes and colons alone are not a reason.
    hasReason = bytes[(close + 1)..<span.end].contains {
      Self.isNameByte($0) && $0 != 0x2D || $0 >= 0x80
    }
  }

  private static func name(_ bytes: [UInt8], _ range: Range<Int>) -> Name? {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    guard start < end else { return nil }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    return Name(rule: RuleID(rawValue: text), span: SourceSpan(start, end))
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric
      || byte == UInt8(ascii: "-")
  }
}
