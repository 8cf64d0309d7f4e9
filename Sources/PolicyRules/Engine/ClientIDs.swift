package import Diagnostics
import PolicyModel
package import SourceTree
package import TextSupport

/// Who uses which client ID, over the whole workspace.
package struct ClientIDs: Sendable {
  /// One client ID of one client.
  package struct Use: Sendable {
    package var environment: Environment
    /// The value was given for both environments.
    package var isShared: Bool
    package var file: FileID
    /// The place of the ID.
    package var node: NodeID
    /// The key of the client.
    package var key: ExactString
  }

  private var uses: [ExactString: [Use]] = [:]

  /// Walks all clients in the order of the workspace.
  init(_ workspace: Workspace) {
    for document in workspace.policies {
      for client in document.policy.clients {
        guard let id = client.clientID else { continue }
        for (environment, text) in id.values {
          uses[text.value, default: []].append(
            Use(
              environment: environment, isShared: id.isShared, file: document.tree.file,
              node: text.node, key: client.id.value))
        }
      }
    }
  }

  /// The first client that uses an ID in an environment.
  package func first(_ id: ExactString, in environment: Environment) -> Use? {
    uses[id]?.first { $0.environment == environment }
  }
}
