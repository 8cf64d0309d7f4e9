package import PolicyDiagnostics
package import PolicyModel
package import PolicyText

/// A text of a policy that decides, and the line that it stands on.
package struct Entry: Sendable, Hashable {
  /// Compared by bytes.
  package var value: ExactString
  /// Where it stands.
  package var anchor: SourceAnchor
  package init(_ value: ExactString, _ anchor: SourceAnchor) {
    self.value = value
    self.anchor = anchor
  }
}

/// The policies of a workspace, lowered to what decides: bytes, looked up by hash, with the place of
/// every entry.
package struct CompiledPolicy: Sendable {
  /// Clients by environment, in the order of the policies and their keys.
  package var clients: [Environment: [CompiledClient]] { lowered.byEnvironment }
  private var lowered: LoweredClients

  /// The clients of an environment, one after the other in the order of the policies and their keys; those that
  /// are lowered on demand are not kept.
  package func forEachClient<Failure>(
    in environment: Environment, _ take: (CompiledClient) throws(Failure) -> Void
  ) throws(Failure) {
    switch lowered {
    case .all(let table): for client in table.clients[environment] ?? [] { try take(client) }
    case .onDemand(let source): try source.forEach(in: environment, take)
    }
  }
  /// The names of the policies, in byte order.
  package let policyNames: [ExactString]
  /// Sections of `providers` by environment, in the order of the policies.
  package let providers: [Environment: [CompiledProviders]]
  /// The apps of all policies, by their keys.
  let apps: [CompiledApp]
  /// The association files of all hosts.
  package private(set) var hosts: HostFiles
  /// Clients by policy and key, where they were prepared.
  private var clientsByName: [Environment: [ClientName: CompiledClient]] = [:]
  /// The grant types that clients list, where they were prepared.
  private var grantTypes: [Environment: Set<ExactString>] = [:]
  /// The redirect URIs of clients, where they were prepared.
  private var registeredURIs: [ObjectIdentifier: RegisteredURIs] = [:]

  /// The IDs of clients, where they were prepared to be compared with others.
  private var clientIDs: [Environment: Nearest.Names] = [:]

  /// What names a client, in any environment.
  private struct ClientName: Hashable {
    var policy: ExactString
    var key: ExactString
  }

  /// What is lowered: a single authorization request needs the clients only, and waits for nothing
  /// else.
  package enum Contents: Sendable {
    case clients
    /// Each client when a request asks for it: for one request.
    case clientsOnDemand
    /// Everything, but each client and host when a request asks for it: for who asks about few of many, and goes
    /// through none of them.
    case allOnDemand
    case everything
  }

  /// The different authorization endpoints by environment, where they were prepared.
  private var endpoints: [Environment: [Entry]]?

  /// Lowers a workspace.
  ///
  /// - Parameter isUsable: false for entries that have an error; they decide nothing. (Only asked
  ///   where deciding with errors was allowed.)
  package init(
    _ workspace: Workspace, contents: Contents = .everything,
    isUsable: @escaping @Sendable (SourceAnchor) -> Bool = { _ in true }
  ) {
    let source = LoweredClients.Source(workspace: workspace, isUsable: isUsable)
    lowered =
      switch contents {
      case .clientsOnDemand, .allOnDemand: .onDemand(source)
      case .clients, .everything: .all(LoweredClients.Table(source))
      }
    policyNames = workspace.policies.map(\.name)
    guard contents != .clients, contents != .clientsOnDemand else {
      providers = [:]
      apps = []
      hosts = HostFiles(hosts: [])
      return
    }
    providers = Dictionary(
      uniqueKeysWithValues: Environment.allCases.map { environment in
        (
          environment,
          workspace.policies.compactMap {
            Lowering(document: $0, environment: environment, isUsable: isUsable)
              .providers(in: workspace)
          }
        )
      })
    apps = CompiledApp.all(in: workspace)
    hosts =
      contents == .everything
      ? HostFiles(workspace, isUsable: isUsable)
      : HostFiles(onDemand: workspace, isUsable: isUsable)
  }

  /// The same policy, ready for many requests: what a single one compiles for itself is compiled.
  package func preparedForMany() -> CompiledPolicy {
    var prepared = preparedForNames()
    prepared.hosts = hosts.prepared()
    prepared.clientIDs = prepared.clients.mapValues { clients in
      Nearest.Names(clients.map(\.clientID.value.string))
    }
    return prepared
  }

  /// The same policy, ready to find many clients by their keys and what all of them list.
  package func preparedForNames() -> CompiledPolicy {
    var prepared = self
    prepared.lowered = .all(lowered.table)
    let clients = prepared.clients
    prepared.clientsByName = clients.mapValues { clients in
      Dictionary(
        clients.map { (ClientName(policy: $0.policy, key: $0.key), $0) },
        uniquingKeysWith: { first, _ in first })
    }
    prepared.grantTypes = clients.mapValues { Set($0.lazy.flatMap(\.grantTypes)) }
    return prepared
  }

  /// The same policy, ready for many requests whose redirect URIs are refused.
  package func preparedForRefusals() -> CompiledPolicy {
    var prepared = preparedForNames()
    let clients = prepared.clients
    for client in clients.values.joined() {
      prepared.registeredURIs[ObjectIdentifier(client)] = RegisteredURIs(
        here: client.redirectURIs, elsewhere: prepared.counterpart(of: client)?.redirectURIs ?? [],
        isPrepared: true)
    }
    // Of equal ones the first, as the search for the nearest takes it.
    prepared.endpoints = clients.mapValues { clients in
      var known: Set<ExactString> = []
      return clients.compactMap(\.authorizationEndpoint).filter { known.insert($0.value).inserted }
    }
    return prepared
  }

  /// True where a client lists a grant type.
  func hasClient(withGrant grant: ExactString, in context: RequestContext) -> Bool {
    if context.policy == nil, let grantTypes = grantTypes[context.environment] {
      return grantTypes.contains(grant)
    }
    return !clients(in: context) { $0.grantTypes.contains(grant) }.isEmpty
  }

  /// The authorization endpoints of all clients.
  package func authorizationEndpoints(in context: RequestContext) -> [Entry] {
    if context.policy == nil, let endpoints { return endpoints[context.environment] ?? [] }
    return clients(in: context) { _ in true }.compactMap(\.authorizationEndpoint)
  }

  /// The redirect URIs that a request to a client is held against.
  func registeredURIs(of client: CompiledClient) -> RegisteredURIs {
    registeredURIs[ObjectIdentifier(client)]
      ?? RegisteredURIs(
        here: client.redirectURIs, elsewhere: counterpart(of: client)?.redirectURIs ?? [])
  }

  /// The redirect URIs of several clients together.
  func registeredURIs(of clients: [CompiledClient]) -> RegisteredURIs {
    RegisteredURIs(
      here: clients.flatMap(\.redirectURIs),
      elsewhere: clients.compactMap(counterpart).flatMap(\.redirectURIs))
  }

  /// The same client in the other environment.
  func counterpart(of client: CompiledClient) -> CompiledClient? {
    self.client(key: client.key, in: client.environment.other, policy: client.policy)
  }

  /// The client with an ID in an environment, of one policy where that is asked for.
  package func client(
    _ id: ExactString, in environment: Environment, policy: ExactString? = nil
  ) -> CompiledClient? {
    let first = lowered.client(id, in: environment)
    guard let policy, let first, first.policy != policy else { return first }
    return lowered.client(id, in: environment, policy: policy)
  }

  /// The client with an ID in the environment of a request; where there is none, that of the other environment.
  func client(
    _ id: ExactString, in context: RequestContext
  ) -> (here: CompiledClient?, elsewhere: CompiledClient?) {
    let environment = context.environment
    guard let policy = context.policy else {
      return lowered.client(id, in: environment, else: environment.other)
    }
    let here = client(id, in: environment, policy: policy)
    return (here, here == nil ? client(id, in: environment.other, policy: policy) : nil)
  }

  /// The client whose ID is most like one that nobody has; nil where none is near.
  func client(nearestTo id: ExactString, in environment: Environment) -> CompiledClient? {
    let name: String?
    if let prepared = clientIDs[environment] {
      name = prepared.nearest(to: id.string)
    } else {
      // IDs of other lengths are never near: most of an estate is passed over here.
      var names: [String] = []
      for client in clients[environment] ?? [] {
        let length = client.clientID.value.utf8.count
        if abs(length - id.utf8.count) <= 3 { names.append(client.clientID.value.string) }
      }
      name = Nearest.name(to: id.string, among: names)
    }
    return name.flatMap { client(ExactString($0), in: environment) }
  }

  /// All clients with a key, of one policy where that is asked for.
  package func clients(
    key: ExactString, in environment: Environment, policy: ExactString? = nil
  ) -> [CompiledClient] {
    lowered.clients(key: key, in: environment, policy: policy)
  }

  /// The client with a key, of one policy where that is asked for.
  package func client(
    key: ExactString, in environment: Environment, policy: ExactString? = nil
  ) -> CompiledClient? {
    if let policy, let clients = clientsByName[environment] {
      return clients[ClientName(policy: policy, key: key)]
    }
    return lowered.client(key: key, in: environment, policy: policy)
  }
}
