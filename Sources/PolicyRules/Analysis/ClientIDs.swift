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
      let uses = workspace.policies.flatMap { document in
        document.policy.clients.compactMap { client in
          client.clientID?[environment].map {
            ($0.value, Use(file: document.tree.file, node: $0.node, key: client.id.value))
          }
        }
      }
      return Dictionary(uses, uniquingKeysWith: { first, _ in first })
    }
    prod = first(in: .prod)
    sandbox = first(in: .sandbox)
  }

  /// The first client that uses an ID in an environment.
  package func first(_ id: ExactString, in environment: Environment) -> Use? {
    environment == .prod ? prod[id] : sandbox[id]
  }
}
