import PolicyDiagnostics
import PolicyModel
import PolicyText

/// The clients of a workspace as they decide: all of them lowered, or each when a request names it.
///
/// A single request is about one client; lowering the two hundred of an estate for it would be a tenth of the run.
enum LoweredClients: Sendable {
  case all(Table)
  case onDemand(Source)

  /// Every client.
  var byEnvironment: [Environment: [CompiledClient]] {
    switch self {
    case .all(let table): table.clients
    case .onDemand(let source): [.prod: source.all(in: .prod), .sandbox: source.all(in: .sandbox)]
    }
  }

  /// The same with every client lowered.
  var table: Table {
    switch self {
    case .all(let table): table
    case .onDemand(let source): Table(source)
    }
  }

  /// The first client with an ID.
  func client(_ id: ExactString, in environment: Environment) -> CompiledClient? {
    switch self {
    case .all(let table): table.byID[id]?[environment]
    case .onDemand(let source):
      source.first(in: environment) { $0.clientID?[environment]?.value == id }
    }
  }

  /// The first client with an ID; where there is none, the first in the other environment. One look at the table for
  /// both: logs are full of IDs that no policy has.
  func client(
    _ id: ExactString, in environment: Environment, else other: Environment
  ) -> (here: CompiledClient?, elsewhere: CompiledClient?) {
    switch self {
    case .all(let table):
      guard let both = table.byID[id] else { return (nil, nil) }
      let here = both[environment]
      return (here, here == nil ? both[other] : nil)
    case .onDemand:
      let here = client(id, in: environment)
      return (here, here == nil ? client(id, in: other) : nil)
    }
  }

  /// The first client with an ID in the policies of a name.
  func client(
    _ id: ExactString, in environment: Environment, policy: ExactString
  ) -> CompiledClient? {
    switch self {
    case .all(let table):
      table.clients[environment]?.first { $0.clientID.value == id && $0.policy == policy }
    case .onDemand(let source):
      source.first(in: environment, policy: policy) { $0.clientID?[environment]?.value == id }
    }
  }

  /// The first client with a key, of one policy where that is asked for.
  func client(
    key: ExactString, in environment: Environment, policy: ExactString?
  ) -> CompiledClient? {
    switch self {
    case .all(let table):
      table.clients[environment]?.first {
        $0.key == key && (policy == nil || $0.policy == policy)
      }
    case .onDemand(let source):
      source.first(in: environment, policy: policy) { $0.id.value == key }
    }
  }

  /// All clients with a key, of one policy where that is asked for.
  func clients(
    key: ExactString, in environment: Environment, policy: ExactString?
  ) -> [CompiledClient] {
    switch self {
    case .all(let table):
      table.clients[environment]?.filter {
        $0.key == key && (policy == nil || $0.policy == policy)
      } ?? []
    case .onDemand(let source):
      source.all(in: environment, policy: policy) { $0.id.value == key }
    }
  }

  /// What clients are lowered from.
  struct Source: Sendable {
    let workspace: Workspace
    let isUsable: @Sendable (SourceAnchor) -> Bool

    /// The first client that exists in an environment and fits.
    func first(
      in environment: Environment, policy: ExactString? = nil, where fits: (Client) -> Bool
    ) -> CompiledClient? {
      for document in workspace.policies where policy == nil || document.name == policy {
        let lowering = lowering(document, environment)
        for client in document.policy.clients where fits(client) {
          if let lowered = lowering.client(client) { return lowered }
        }
      }
      return nil
    }

    /// The clients that exist in an environment and fit, in the order of the policies and their keys.
    func all(
      in environment: Environment, policy: ExactString? = nil,
      where fits: (Client) -> Bool = { _ in true }
    ) -> [CompiledClient] {
      var clients: [CompiledClient] = []
      for document in workspace.policies where policy == nil || document.name == policy {
        let lowering = lowering(document, environment)
        for client in document.policy.clients where fits(client) {
          if let lowered = lowering.client(client) { clients.append(lowered) }
        }
      }
      return clients
    }

    /// Lowers one client after the other.
    func forEach<Failure>(
      in environment: Environment, _ take: (CompiledClient) throws(Failure) -> Void
    ) throws(Failure) {
      for document in workspace.policies {
        let lowering = lowering(document, environment)
        for client in document.policy.clients {
          if let lowered = lowering.client(client) { try take(lowered) }
        }
      }
    }

    private func lowering(_ document: PolicyDocument, _ environment: Environment) -> Lowering {
      Lowering(document: document, environment: environment, isUsable: isUsable)
    }
  }

  /// Every client, with a table of their IDs.
  struct Table: Sendable {
    /// In the order of the policies and their keys.
    let clients: [Environment: [CompiledClient]]
    /// The first of two clients with one ID decides; the rule client-id-duplicate reports the other.
    let byID: [ExactString: Both]

    /// Who has an ID in each environment.
    struct Both: Sendable {
      fileprivate(set) var prod: CompiledClient?
      fileprivate(set) var sandbox: CompiledClient?

      subscript(environment: Environment) -> CompiledClient? {
        environment == .prod ? prod : sandbox
      }
    }

    init(_ source: Source) {
      let (prod, sandbox) = (source.all(in: .prod), source.all(in: .sandbox))
      clients = [.prod: prod, .sandbox: sandbox]
      var byID: [ExactString: Both] = [:]
      byID.reserveCapacity(prod.count + sandbox.count)
      for client in prod where byID[client.clientID.value] == nil {
        byID[client.clientID.value] = Both(prod: client, sandbox: nil)
      }
      for client in sandbox {
        let id = client.clientID.value
        if byID[id]?.sandbox == nil { byID[id, default: Both()].sandbox = client }
      }
      self.byID = byID
    }
  }
}
