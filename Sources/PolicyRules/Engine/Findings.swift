package import PolicyText
package import PolicyModel

/// Collects the findings of one rule over one file, and gives each the name and the severity of the rule.
package struct Findings: Sendable {
  /// A finding and the node that it is about, which precedence goes by.
  package struct Entry: Sendable {
    package var node: NodeID
    package var diagnostic: Diagnostic
    package init(node: NodeID, diagnostic: Diagnostic) {
      self.node = node
      self.diagnostic = diagnostic
    }
  }

  private let rule: any NamedRule.Type
  let tree: SourceTree
  /// What was found so far.
  package private(set) var entries: [Entry] = []

  /// An empty collection for a rule over a policy.
  package init(_ rule: any NamedRule.Type, _ tree: SourceTree) {
    self.rule = rule
    self.tree = tree
  }

  /// Reports a node, or the range `text` of the text of a scalar.
  package mutating func report(
    _ node: NodeID, text range: Range<Int>? = nil, in environment: Environment? = nil,
    severity: Severity? = nil, _ message: String, help: String? = nil, label: String? = nil,
    notes: [Diagnostic.Note] = [], fixes: [Fix] = [], isMinor: Bool = false
  ) {
    let info = rule.info
    let span = range.map { tree.span(node, text: $0) } ?? tree.span(node)
    var diagnostic = Diagnostic(
      rule: info.id, severity: severity ?? info.severity, environment: environment,
      message: message, help: help, label: label,
      location: SourceLocation(file: tree.file, span: span), path: tree.path(node), notes: notes,
      fixes: fixes)
    diagnostic.isMinor = isMinor
    entries.append(Entry(node: node, diagnostic: diagnostic))
  }

  /// A note that points at another node of the same policy.
  package func note(
    _ message: String, at node: NodeID, isFurther: Bool = false
  ) -> Diagnostic.Note {
    Diagnostic.Note(message, at: tree.location(node), isFurther: isFurther)
  }

  /// A note that points at a node of a policy of the workspace.
  package func note(
    _ message: String, at node: NodeID, of document: PolicyDocument
  ) -> Diagnostic.Note {
    Diagnostic.Note(message, at: document.tree.location(node))
  }

  /// Reports a whole file, at its first byte.
  package mutating func reportFile(
    severity: Severity? = nil, _ message: String, help: String? = nil
  ) {
    let info = rule.info
    let diagnostic = Diagnostic(
      rule: info.id, severity: severity ?? info.severity, message: message, help: help,
      location: SourceLocation(file: tree.file, span: Span(0, 0)))
    // No node: what is said of the file silences nothing that is said of its root.
    entries.append(Entry(node: NodeID(-1), diagnostic: diagnostic))
  }

  /// Reports bytes of a file that belong to no node.
  package mutating func reportBytes(
    _ span: Span, _ message: String, help: String? = nil, fixes: [Fix] = [], isMinor: Bool = false
  ) {
    let info = rule.info
    var diagnostic = Diagnostic(
      rule: info.id, severity: info.severity, message: message, help: help,
      location: SourceLocation(file: tree.file, span: span), fixes: fixes)
    diagnostic.isMinor = isMinor
    entries.append(Entry(node: NodeID(-1), diagnostic: diagnostic))
  }

  /// A fix that replaces a range of the text of a scalar; none where the text is escaped in the file.
  package func replacing(
    _ node: NodeID, text range: Range<Int>, by text: String, _ title: String, isSafe: Bool
  ) -> [Fix] {
    let span = tree.span(node, text: range)
    // Escaped text has no place of its own, an anchor has others who use it.
    guard !tree.isAlias(node), span.end - span.start == range.count,
      // What may start a plain scalar of YAML is not judged here.
      range.lowerBound > 0 || tree.style(node) != .plain
    else { return [] }
    return [
      Fix(
        title, isSafe: isSafe,
        edits: [.init(SourceLocation(file: tree.file, span: span), text)])
    ]
  }

  /// A fix that replaces a whole scalar, written as a plain scalar where that is safe.
  package func replacing(
    _ node: NodeID, by text: String, _ title: String, isSafe: Bool
  ) -> [Fix] {
    guard !tree.isAlias(node) else { return [] }
    let written = tree.style(node) == .plain ? text : JSONValue.string(text).text()
    return [Fix(title, isSafe: isSafe, edits: [.init(tree.location(node), written)])]
  }
}

extension ExactString {
  /// As it stands in messages: visible, cut, in backticks.
  var quoted: String { UTF8Text.quoted(string) }
}

extension Environment {
  /// As it stands in messages: `production`, `sandbox`.
  var adjective: String { self == .prod ? "production" : "sandbox" }
}
