package import PolicyModel

/// What several rules ask of the whole workspace, computed once for a run.
package struct WorkspaceFacts: Sendable {
  /// Computes the facts.
  package init(_ workspace: Workspace) {}
}
