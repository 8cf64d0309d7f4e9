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
    let count = workspace.policies.reduce(0) { $0 + $1.policy.clients.count * 2 }
    // Few are compared one after the other: a small run would pay for the look-up of a set's conformances.
    repeated =
      count > Self.few || Self.hasRepeated(workspace) ? Self.repeated(workspace, count) : [:]
  }

  private static func repeated(_ workspace: Workspace, _ count: Int) -> [ExactString: [Use]] {
    var repeated: [ExactString: [Use]] = [:]
    var seen: Set<ExactString> = []
    seen.reserveCapacity(count)
    for document in workspace.policies {
      for client in document.policy.clients {
        guard let id = client.clientID else { continue }
        if let prod = id.prod, !seen.insert(prod.value).inserted { repeated[prod.value] = [] }
        guard !id.isShared, let sandbox = id.sandbox else { continue }
        if !seen.insert(sandbox.value).inserted { repeated[sandbox.value] = [] }
      }
    }
    if !repeated.isEmpty { collect(workspace, into: &repeated) }
    return repeated
  }

  private static let few = 32

  /// True where an ID stands twice; each is compared with all.
  private static func hasRepeated(_ workspace: Workspace) -> Bool {
    var seen: [ExactString] = []
    for document in workspace.policies {
      for client in document.policy.clients {
        guard let id = client.clientID else { continue }
        for text in [id.prod, id.isShared ? nil : id.sandbox] {
          guard let value = text?.value else { continue }
          if seen.contains(value) { return true }
          seen.append(value)
        }
      }
    }
    return false
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
