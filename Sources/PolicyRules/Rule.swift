package import Diagnostics
package import PolicyModel
package import SourceTree
import TextSupport

/// A check of policies: one type, one file, one line in `RuleRegistry`.
package protocol Rule: Sendable {
  /// Everything fixed about the rule.
  static var info: RuleInfo { get }
  init()
  /// Looks at one policy within its workspace and reports what it finds.
  func check(_ context: RuleContext, reporting findings: inout Findings)
}

/// What a rule looks at: one policy, and the workspace that it belongs to.
package struct RuleContext: Sendable {
  /// The policy that is checked; findings belong to it.
  package let document: PolicyDocument
  /// All policies of the command.
  package let workspace: Workspace
  /// Values that several rules need, computed once for the workspace.
  package let shared: WorkspaceFacts

  /// A context.
  package init(document: PolicyDocument, workspace: Workspace, shared: WorkspaceFacts) {
    self.document = document
    self.workspace = workspace
    self.shared = shared
  }

  /// The decoded policy.
  package var policy: Policy { document.policy }
  /// Its tree, for spans and paths.
  package var tree: SourceTree { document.tree }
}

/// Collects the findings of one rule over one policy and stamps them with its name and weight.
package struct Findings: Sendable {
  private let info: RuleInfo
  private let tree: SourceTree
  /// What was found so far.
  package private(set) var diagnostics: [Diagnostic] = []

  /// An empty collection for a rule over a policy.
  package init(_ info: RuleInfo, _ tree: SourceTree) {
    self.info = info
    self.tree = tree
  }

  /// Reports a node, or the range `text` of the text of a scalar.
  package mutating func report(
    _ node: NodeID, text range: Range<Int>? = nil, in environment: Environment? = nil,
    severity: Severity? = nil, _ message: String, help: String? = nil, label: String? = nil,
    notes: [Diagnostic.Note] = [], fixes: [Fix] = []
  ) {
    let span = range.map { tree.span(node, text: $0) } ?? tree.span(node)
    diagnostics.append(
      Diagnostic(
        rule: info.id, severity: severity ?? info.severity, environment: environment,
        message: message, help: help, label: label,
        location: SourceLocation(file: tree.file, span: span), path: tree.path(node), notes: notes,
        fixes: fixes))
  }

  /// A note that points at another node of the same policy.
  package func note(_ message: String, at node: NodeID) -> Diagnostic.Note {
    Diagnostic.Note(message, at: tree.location(node))
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
