package import PolicyText
package import PolicyModel

/// A deciding value of a policy and its location.
package struct Entry: Sendable, Hashable {
  /// Compared by bytes.
  package var value: ExactString
  package var anchor: SourceAnchor
  package init(_ value: ExactString, _ anchor: SourceAnchor) {
    self.value = value
    self.anchor = anchor
  }
}

/// The policies of a workspace, compiled for decisions: values are bytes, found by hash, with their
/// locations.
package struct CompiledPolicy: Sendable {
  /// Clients by environment, in the order of the policies and their keys.
  package let clients: [Environment: [CompiledClient]]
  /// The names of the policies, in byte order.
  package let policyNames: [ExactString]
  /// Sections of `providers` by environment, in the order of the policies.
  package let providers: [Environment: [CompiledProviders]]
  /// The apps of all policies by key.
  let apps: [CompiledApp]
  /// The association files of all hosts.
  package let hosts: HostFiles
  /// The first client with each client ID; the rule `client-id-duplicate` reports the others.
  private let clientIDs: TextIndex
  private let clientsByID: [Counterparts]
  private let clientsByNumber: [Counterparts]
  /// The grant types that clients list.
  private let grantTypes: [Environment: Set<ExactString>]
  /// The distinct authorization endpoints, each with its first location.
  private let endpoints: [Environment: [Entry]]

  /// The clients with one ID or number, at most one per environment.
  private struct Counterparts {
    private var prod: CompiledClient?
    private var sandbox: CompiledClient?

    subscript(environment: Environment) -> CompiledClient? {
      get { environment == .prod ? prod : sandbox }
      set { if environment == .prod { prod = newValue } else { sandbox = newValue } }
    }

    /// Adds a client if its environment has none.
    mutating func add(_ client: CompiledClient) {
      if self[client.environment] == nil { self[client.environment] = client }
    }
  }

  /// Compiles a workspace.
  ///
  /// - Parameter isUsable: returns false for entries with an error, which don't decide.
  package init(
    _ workspace: Workspace, isUsable: @escaping (SourceAnchor) -> Bool = { _ in true }
  ) {
    func compiled<Value>(_ values: (Lowering) -> [Value]) -> [Environment: [Value]] {
      Dictionary(
        uniqueKeysWithValues: Environment.allCases.map { environment in
          var number = 0
          let all = workspace.policies.flatMap { document in
            defer { number += document.policy.clients.count }
            return values(
              Lowering(
                document: document, environment: environment, firstNumber: number,
                isUsable: isUsable))
          }
          return (environment, all)
        })
    }
    clients = compiled(\.clients)
    providers = compiled { lowering in [lowering.providers(in: workspace)].compactMap(\.self) }
    policyNames = workspace.policies.map(\.name)
    apps = CompiledApp.all(in: workspace)
    hosts = HostFiles(workspace, isUsable: isUsable)
    var clientIDs = TextIndex()
    var clientsByID: [Counterparts] = []
    let count = workspace.policies.reduce(0) { $0 + $1.policy.clients.count }
    var clientsByNumber = [Counterparts](repeating: Counterparts(), count: count)
    for client in clients.values.joined() {
      let number = clientIDs.number(of: client.clientID.value)
      if number == clientsByID.count { clientsByID.append(Counterparts()) }
      clientsByID[number].add(client)
      clientsByNumber[client.number].add(client)
    }
    self.clientIDs = clientIDs
    self.clientsByID = clientsByID
    self.clientsByNumber = clientsByNumber
    grantTypes = clients.mapValues { Set($0.lazy.flatMap(\.grantTypes)) }
    endpoints = clients.mapValues { clients in
      var known: Set<ExactString> = []
      return clients.compactMap(\.authorizationEndpoint).filter { known.insert($0.value).inserted }
    }
  }

  /// Returns true if a client lists a grant type.
  func hasClient(withGrant grant: ExactString, in context: RequestContext) -> Bool {
    guard context.policy == nil else {
      return !clients(in: context) { $0.grantTypes.contains(grant) }.isEmpty
    }
    return grantTypes[context.environment]?.contains(grant) ?? false
  }

  /// The authorization endpoints of all clients.
  package func authorizationEndpoints(in context: RequestContext) -> [Entry] {
    guard context.policy == nil else {
      return clients(in: context) { _ in true }.compactMap(\.authorizationEndpoint)
    }
    return endpoints[context.environment] ?? []
  }

  /// The same client in the other environment.
  package func counterpart(of client: CompiledClient) -> CompiledClient? {
    clientsByNumber[client.number][client.environment.other]
  }

  /// The client with an ID in an environment.
  ///
  /// - Parameter policy: the only policy to search; nil for all.
  package func client(
    _ id: Swift.Span<UInt8>, in environment: Environment, policy: ExactString? = nil
  ) -> CompiledClient? {
    let first = clientIDs.number(of: id).flatMap { clientsByID[$0][environment] }
    guard let policy, let first, first.policy != policy else { return first }
    return clients[environment]?.first { $0.clientID.value.hasBytes(id) && $0.policy == policy }
  }

  /// The same for a string.
  package func client(
    _ id: ExactString, in environment: Environment, policy: ExactString? = nil
  ) -> CompiledClient? {
    id.withBytes { client($0, in: environment, policy: policy) }
  }

  /// Why a client ID is unknown in the environment of a request.
  func unknownClient(
    _ id: ExactString, _ context: RequestContext
  ) -> (reason: DecisionReason, message: String, source: SourceAnchor?) {
    let (here, there) = (context.environment, context.environment.other)
    guard let other = client(id, in: there, policy: context.policy) else {
      return (.clientUnknown, "no client has the ID \(id.quoted) in \(here.rawValue)", nil)
    }
    return (
      .clientOtherEnvironment,
      "\(id.quoted) is a client of \(there.rawValue), not of \(here.rawValue)",
      other.clientID.anchor
    )
  }

  /// The client whose ID is most similar to an unknown one; nil if none is similar.
  func client(nearestTo id: ExactString, in environment: Environment) -> CompiledClient? {
    let names = (clients[environment] ?? []).map(\.clientID.value.string)
    return Nearest.name(to: id.string, among: names)
      .flatMap { client(ExactString($0), in: environment) }
  }

  /// All clients with a key.
  ///
  /// - Parameter policy: the only policy to search; nil for all.
  package func clients(
    key: ExactString, in environment: Environment, policy: ExactString? = nil
  ) -> [CompiledClient] {
    (clients[environment] ?? []).filter {
      $0.key == key && (policy == nil || $0.policy == policy)
    }
  }
}

/// The names of an app in a policy.
package struct CompiledApp: Sendable {
  /// The name of the policy.
  var policy: ExactString
  /// The key in `apps`.
  var key: ExactString
  var isApple: Bool
  /// App ID or package name.
  var identifier: ExactString

  /// `policy/key`.
  var path: ExactString { ExactString(policy.string + "/" + key.string) }

  /// The apps of a workspace that have an identifier.
  static func all(in workspace: Workspace) -> [CompiledApp] {
    workspace.policies.flatMap { document in
      document.policy.apps.compactMap { app in
        (app.appleAppID ?? app.packageName?.value).map {
          CompiledApp(
            policy: document.name, key: app.id.value,
            isApple: app.platform?.value.isApple ?? (app.packageName == nil), identifier: $0)
        }
      }
    }
  }
}
