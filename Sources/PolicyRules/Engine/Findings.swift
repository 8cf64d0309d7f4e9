package import PolicyModel
package import PolicyText

/// Collects the findings of one rule in one file.
package struct Findings: Sendable {
  /// A finding and its node, which decides precedence.
  package struct Entry: Sendable {
    package var node: NodeID
    package var diagnostic: Diagnostic
    /// If there is an error at one of these nodes, or an error of structure below one, it is the cause, and hides
    /// the finding.
    var causes: [NodeID] = []
    package init(node: NodeID, diagnostic: Diagnostic) {
      self.node = node
      self.diagnostic = diagnostic
    }
  }

  private enum Source {
    case rule(any NamedRule.Type)
    indirect case row(RuleInfo)
  }

  private let source: Source
  let tree: SourceTree
  package private(set) var entries: [Entry] = []

  package init(_ rule: any NamedRule.Type, _ tree: SourceTree) {
    source = .rule(rule)
    self.tree = tree
  }

  /// - Parameter row: a rule without a check of its own.
  package init(_ row: RuleInfo, _ tree: SourceTree) {
    source = .row(row)
    self.tree = tree
  }

  private var rule: RuleInfo {
    switch source {
    case .rule(let rule): rule.info
    case .row(let row): row
    }
  }

  /// Reports a node, or the range `text` of a scalar's value.
  package mutating func report(
    _ node: NodeID, text range: Range<Int>? = nil, in environment: Environment? = nil,
    severity: Severity? = nil, _ message: String, help: String? = nil, label: String? = nil,
    notes: [Diagnostic.Note] = [], fixes: [Fix] = [], isMinor: Bool = false,
    unlessErrorsAt causes: [NodeID] = []
  ) {
    let span = range.map { tree.span(node, text: $0) } ?? tree.span(node)
    var diagnostic = Diagnostic(
      rule: rule.id, severity: severity ?? rule.severity, environment: environment,
      message: message, help: help, label: label,
      location: SourceLocation(file: tree.file, span: span), path: tree.path(node), notes: notes,
      fixes: fixes)
    diagnostic.isMinor = isMinor
    entries.append(Entry(node: node, diagnostic: diagnostic))
    entries[entries.count - 1].causes = causes
  }

  /// Reports a whole file, at its first byte.
  package mutating func reportFile(
    severity: Severity? = nil, _ message: String, help: String? = nil
  ) {
    reportBytes(SourceSpan(0, 0), severity: severity, message, help: help)
  }

  /// Reports bytes of a file outside of nodes, so the finding doesn't hide others.
  package mutating func reportBytes(
    _ span: SourceSpan, severity: Severity? = nil, _ message: String, help: String? = nil,
    fixes: [Fix] = [], isMinor: Bool = false
  ) {
    var diagnostic = Diagnostic(
      rule: rule.id, severity: severity ?? rule.severity, message: message, help: help,
      location: SourceLocation(file: tree.file, span: span), fixes: fixes)
    diagnostic.isMinor = isMinor
    entries.append(Entry(node: NodeID(-1), diagnostic: diagnostic))
  }

  /// A note at another node of the same file.
  package func note(
    _ message: String, at node: NodeID, isFurther: Bool = false
  ) -> Diagnostic.Note {
    Diagnostic.Note(message, at: tree.location(node), isFurther: isFurther)
  }

  /// A note at the node that causes the finding: findings with different causes are not grouped.
  func cause(_ message: String, at node: NodeID) -> Diagnostic.Note {
    var note = note(message, at: node)
    note.isCause = true
    return note
  }

  /// A note at a node of another policy of the workspace.
  package func note(
    _ message: String, at node: NodeID, of document: PolicyDocument
  ) -> Diagnostic.Note {
    Diagnostic.Note(message, at: document.tree.location(node))
  }
}

extension ExactString {
  /// The value for messages: escaped, shortened and in backticks.
  var quoted: String { DisplayText.quoted(string) }
}
