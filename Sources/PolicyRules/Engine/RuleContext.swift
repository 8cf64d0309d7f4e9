package import PolicyModel
package import PolicyText

/// The policy that rules check, and its workspace.
package struct RuleContext: Sendable {
  package let document: PolicyDocument
  /// All policies of the command.
  package let workspace: Workspace
  package let workspaceIndex: WorkspaceIndex
  package let index: PolicyIndex

  package init(
    document: PolicyDocument, workspace: Workspace, workspaceIndex: WorkspaceIndex
  ) {
    self.document = document
    self.workspace = workspace
    self.workspaceIndex = workspaceIndex
    index = PolicyIndex(document)
  }

  var uris: [LocatedURI] { index.uris.all }
  package var policy: Policy { document.policy }
  package var tree: SourceTree { document.tree }

  /// The node at which to report what is missing in the value of one environment: its `prod` or `sandbox`
  /// key, or the key of a shared value. The value itself may be pages long.
  func place<Value>(of values: PerEnvironment<Value>, _ environment: Environment) -> NodeID {
    let value =
      values.isShared
      ? values.node : tree.value(of: environment.rawValue, in: values.node) ?? values.node
    return tree.key(of: value) ?? value
  }
}
