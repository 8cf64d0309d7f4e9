package import PolicyText
import PolicyModel

/// The first client with each client ID, over the whole workspace.
package struct ClientIDs: Sendable {
  package struct Use: Sendable {
    package var file: FileID
    package var node: NodeID
    /// The key of the client in `clients`.
    package var key: ExactString
  }

  private let prod: [ExactString: Use]
  private let sandbox: [ExactString: Use]

  init(_ workspace: Workspace) {
    func first(in environment: Environment) -> [ExactString: Use] {
      var uses: [ExactString: Use] = [:]
      for document in workspace.policies {
        for client in document.policy.clients {
          guard let id = client.clientID?[environment], uses[id.value] == nil else { continue }
          uses[id.value] = Use(file: document.tree.file, node: id.node, key: client.id.value)
        }
      }
      return uses
    }
    prod = first(in: .prod)
    sandbox = first(in: .sandbox)
  }

  /// The first client that uses an ID in an environment.
  package func first(_ id: ExactString, in environment: Environment) -> Use? {
    environment == .prod ? prod[id] : sandbox[id]
  }
}
