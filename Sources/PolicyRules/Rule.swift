package import PolicyDiagnostics
package import PolicyModel
package import PolicySourceTree

/// Something with a name under which findings are reported.
package protocol NamedRule: Sendable {
  /// Everything fixed about the rule.
  static var info: RuleInfo { get }
  init()
}

/// A check of policies: one type, one file, one line in `RuleRegistry`.
package protocol Rule: NamedRule {
  /// True for a rule that never reports an error by itself, nor silences one: whoever asks for errors
  /// alone need not run it.
  static var neverReportsErrors: Bool { get }
  /// Looks at one policy within its workspace and reports what it finds.
  func check(_ context: RuleContext, reporting findings: inout Findings)
}

extension Rule {
  package static var neverReportsErrors: Bool { false }
}

/// What a rule looks at: one policy, and the workspace that it belongs to.
package struct RuleContext: Sendable {
  /// The policy that is checked; findings belong to it.
  package let document: PolicyDocument
  /// All policies of the command.
  package let workspace: Workspace
  /// What rules ask of all policies together.
  package let workspaceIndex: WorkspaceIndex
  /// What rules ask of this policy.
  package let index: PolicyIndex

  /// A context. The index of the policy lives as long as it does: of thousands of policies only those
  /// that are being checked take memory.
  package init(document: PolicyDocument, workspace: Workspace, workspaceIndex: WorkspaceIndex) {
    self.document = document
    self.workspace = workspace
    self.workspaceIndex = workspaceIndex
    index = PolicyIndex(document)
  }

  /// The decoded policy.
  package var policy: Policy { document.policy }
  /// Its tree, for spans and paths.
  package var tree: SourceTree { document.tree }
}
