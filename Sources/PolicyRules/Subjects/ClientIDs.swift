package import PolicyDiagnostics
import PolicyModel
package import PolicySourceTree
package import PolicyText

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

  /// The uses of the IDs that have several, in the order of the workspace. Nearly all have one, and
  /// nothing is kept of those.
  private let repeated: [ExactString: [Use]]

  /// Walks all clients in the order of the workspace.
  init(_ workspace: Workspace) {
    var seen: Set<ExactString> = []
    seen.reserveCapacity(workspace.policies.reduce(0) { $0 + $1.policy.clients.count * 2 })
    var repeated: [ExactString: [Use]] = [:]
    for document in workspace.policies {
      for client in document.policy.clients {
        guard let id = client.clientID else { continue }
        if let prod = id.prod, !seen.insert(prod.value).inserted { repeated[prod.value] = [] }
        guard !id.isShared, let sandbox = id.sandbox else { continue }
        if !seen.insert(sandbox.value).inserted { repeated[sandbox.value] = [] }
      }
    }
    if !repeated.isEmpty { Self.collect(workspace, into: &repeated) }
    self.repeated = repeated
  }

  /// Adds the uses of the IDs that are asked for.
  private static func collect(_ workspace: Workspace, into uses: inout [ExactString: [Use]]) {
    for document in workspace.policies {
      for client in document.policy.clients {
        guard let id = client.clientID else { continue }
        for (environment, text) in id.values {
          uses[text.value]?.append(
            Use(
              environment: environment, isShared: id.isShared, file: document.tree.file,
              node: text.node, key: client.id.value))
        }
      }
    }
  }

  /// The first client that uses an ID in an environment; nil for an ID that is used once.
  package func first(_ id: ExactString, in environment: Environment) -> Use? {
    repeated[id]?.first { $0.environment == environment }
  }
}
