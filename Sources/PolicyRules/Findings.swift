package import Diagnostics
package import PolicyModel
package import SourceTree
import TextSupport

/// Collects the findings of one rule over one policy and stamps them with its name and weight.
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

  /// Not its `info`: that is text which a run without findings never needs.
  private let rule: any Rule.Type
  private let tree: SourceTree
  /// What was found so far.
  package private(set) var entries: [Entry] = []

  /// An empty collection for a rule over a policy.
  package init(_ rule: any Rule.Type, _ tree: SourceTree) {
    self.rule = rule
    self.tree = tree
  }

  /// Reports a node, or the range `text` of the text of a scalar.
  package mutating func report(
    _ node: NodeID, text range: Range<Int>? = nil, in environment: Environment? = nil,
    severity: Severity? = nil, _ message: String, help: String? = nil, label: String? = nil,
    notes: [Diagnostic.Note] = [], fixes: [Fix] = []
  ) {
    let info = rule.info
    let span = range.map { tree.span(node, text: $0) } ?? tree.span(node)
    let diagnostic = Diagnostic(
      rule: info.id, severity: severity ?? info.severity, environment: environment,
      message: message, help: help, label: label,
      location: SourceLocation(file: tree.file, span: span), path: tree.path(node), notes: notes,
      fixes: fixes)
    entries.append(Entry(node: node, diagnostic: diagnostic))
  }

  /// A note that points at another node of the same policy.
  package func note(_ message: String, at node: NodeID) -> Diagnostic.Note {
    Diagnostic.Note(message, at: tree.location(node))
  }

  /// A note that points at a node of a policy of the workspace.
  package func note(
    _ message: String, at node: NodeID, of document: PolicyDocument
  ) -> Diagnostic.Note {
    Diagnostic.Note(message, at: document.tree.location(node))
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
