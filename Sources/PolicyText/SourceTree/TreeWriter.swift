/// Builds the tree of a format other than YAML and JSON, in file order. Keys and values of a mapping alternate. The
/// result is like the tree of a JSON file.
package struct TreeWriter {
  private var builder: TreeBuilder
  private let limits: ReadingLimits
  private let duplicateRule: RuleID

  /// - Parameter duplicateRule: the rule for duplicate keys. If the format's tools silently use the
  ///   first one, findings are notes.
  package init(
    file: FileID, source: SourceFile, limits: ReadingLimits, duplicateRule: RuleID
  ) {
    builder = TreeBuilder(
      file: file, source: source, language: .json, limits: limits, duplicateRule: duplicateRule)
    self.limits = limits
    self.duplicateRule = duplicateRule
  }

  /// The number of open sequences and mappings.
  package var depth: Int { builder.frames.count }

  /// True if the innermost open node is a mapping.
  package var isInMapping: Bool {
    builder.frames.last.map { builder.records[Int($0.node)].kind == .mapping } ?? false
  }

  /// The start of the innermost open node.
  package var openStart: Int? {
    builder.frames.last.map { Int(builder.records[Int($0.node)].start) }
  }

  /// Opens a sequence or mapping; false if it exceeds the limit of depth or siblings.
  package mutating func open(_ kind: NodeKind, at start: Int) -> Bool {
    guard hasRoom(at: start) else { return false }
    guard builder.frames.count < limits.depth else {
      report(
        "yaml-limit", SourceSpan(start, start + 1), "more than \(limits.depth) levels of nesting")
      return false
    }
    _ = builder.open(
      NodeRecord(kind: kind, start: UInt32(start), end: UInt32(start)))
    return true
  }

  /// Closes the innermost sequence or mapping.
  package mutating func close(end: Int) { builder.close(end: end) }

  /// Adds a scalar whose value equals its source; false if a limit is exceeded.
  package mutating func add(_ style: ScalarStyle, at span: SourceSpan, text: SourceSpan) -> Bool {
    guard hasRoom(at: span.start, length: text.end - text.start) else { return false }
    builder.add(builder.scalar(style, at: span, text: text.start..<text.end))
    return true
  }

  /// Adds a scalar whose value differs from the source; false if a limit is exceeded.
  package mutating func add(
    _ style: ScalarStyle, at span: SourceSpan, copying text: some Collection<UInt8>
  ) -> Bool {
    guard hasRoom(at: span.start, length: text.count) else { return false }
    let start = builder.scratch.count
    builder.scratch.append(contentsOf: text)
    builder.add(
      builder.scalar(style, at: span, text: start..<builder.scratch.count, isCopied: true))
    return true
  }

  /// Adds a finding.
  package mutating func report(
    _ rule: RuleID, _ span: SourceSpan, _ message: String, help: String? = nil,
    notes: [Diagnostic.Note] = []
  ) {
    builder.report(rule, span, message, help: help, notes: notes)
  }

  /// Adds findings of another reader.
  package mutating func append(_ diagnostics: [Diagnostic]) {
    builder.diagnostics += diagnostics
  }

  /// Returns the tree. If nodes are still open, it is incomplete.
  package mutating func finish() -> ReadResult {
    builder.closeUnfinished()
    for index in builder.diagnostics.indices
    where builder.diagnostics[index].rule == duplicateRule {
      builder.diagnostics[index].severity = .note
    }
    return ReadResult(tree: builder.tree, diagnostics: builder.diagnostics)
  }

  private mutating func hasRoom(at place: Int, length: Int = 0) -> Bool {
    if length > limits.scalar {
      report(
        "yaml-limit", SourceSpan(place, place + 1), "a value of more than \(limits.scalar) bytes")
      return false
    }
    guard let frame = builder.frames.last, frame.count >= limits.keys else { return true }
    report(
      "yaml-limit", SourceSpan(place, place),
      "more than \(limits.keys) entries in one list or table")
    return false
  }
}
