package import PolicyModel
package import PolicyText

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
  package init(
    document: PolicyDocument, workspace: Workspace, workspaceIndex: WorkspaceIndex
  ) {
    self.document = document
    self.workspace = workspace
    self.workspaceIndex = workspaceIndex
    index = PolicyIndex(document)
  }

  /// All URIs of the policy.
  var uris: [URIOccurrence] { index.uris.all }
  /// The decoded policy.
  package var policy: Policy { document.policy }
  /// Its tree, for spans and paths.
  package var tree: SourceTree { document.tree }
}
