package import LinkPolicy
import PolicyModel
package import PolicyText

/// A name in any file of a project, for symbol search.
package struct WorkspaceSymbol: Sendable {
  /// The numbers are those of `SymbolKind` (LSP).
  package enum Kind: Int, Sendable {
    case policy = 4
    case app = 5
    case host = 20
    case client = 19
    case clientID = 14
    case test = 6
  }
  package var name: String
  package var kind: Kind
  /// The policy; for client IDs, the client and environment.
  package var container: String
  package var location: SourceLocation

  /// The maximum number of results.
  private static let limit = 1_000

  /// The symbols whose name contains a query, ignoring case.
  package static func all(matching query: String, in project: Project) -> [WorkspaceSymbol] {
    var symbols: [WorkspaceSymbol] = []
    let wanted = query.lowercased()
    func add(_ name: ExactString, _ kind: Kind, _ container: String, _ place: SourceLocation) {
      guard symbols.count < limit else { return }
      let shown = DisplayText.visible(DisplayText.shortened(name.string, to: 200))
      guard !shown.isEmpty, wanted.isEmpty || shown.lowercased().contains(wanted) else { return }
      symbols.append(
        WorkspaceSymbol(name: shown, kind: kind, container: container, location: place))
    }
    for document in project.workspace.policies + project.workspace.testFiles {
      let tree = document.tree
      let policy = document.policy
      let name = DisplayText.visible(document.name.string)
      if let own = policy.name { add(own.value, .policy, "", tree.location(own.node)) }
      for app in policy.apps { add(app.id.value, .app, name, tree.location(app.id.node)) }
      for domain in policy.domains {
        add(domain.host.value, .host, name, tree.location(domain.host.node))
      }
      for client in policy.clients {
        add(client.id.value, .client, name, tree.location(client.id.node))
        for (environment, id) in client.clientID?.values ?? [] {
          let owner = "\(DisplayText.visible(client.id.value.string)) · \(environment)"
          add(id.value, .clientID, owner, tree.location(id.node))
        }
      }
      let file = DisplayText.visible(tree.source.name)
      for test in document.tests {
        if let own = test.name { add(own.value, .test, file, tree.location(own.node)) }
      }
    }
    return symbols
  }
}
