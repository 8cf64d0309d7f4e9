import PolicyVerification
import PolicyDecision
import PolicyText
import PolicyModel

/// The authorization servers of the policies with what their clients need.
struct ServerSubjects {
  /// One for each issuer and environment, in the order of the policies.
  private(set) var all: [ServerSubject] = []
  private(set) var probes: [ProbeSubject] = []

  init(_ project: Project, _ policy: CompiledPolicy, _ environments: [Environment]) {
    for environment in environments {
      var servers: [ServerSubject] = []
      for client in policy.clients[environment] ?? [] {
        guard let issuer = client.issuer else { continue }
        let index = servers.firstIndex { $0.issuer.value == issuer.value }
        if let index {
          servers[index].clients.append(ServerClient(client))
        } else {
          servers.append(
            ServerSubject(
              environment: environment, issuer: PlacedText(issuer),
              authorizationEndpoint: client.authorizationEndpoint.map { PlacedText($0) },
              tokenEndpoint: Self.tokenEndpoint(of: client, in: project),
              revocationEndpoint: client.revocationEndpoint.map { PlacedText($0) },
              endSessionEndpoint: client.endSessionEndpoint.map { PlacedText($0) },
              clients: [ServerClient(client)]))
        }
      }
      for client in policy.clients[environment] ?? [] {
        if let probe = Self.probe(client, servers, policy) { probes.append(probe) }
      }
      all += servers
    }
  }

  /// As the client has it, else its policy.
  private static func tokenEndpoint(
    of client: CompiledClient, in project: Project
  ) -> PlacedText? {
    for document in project.workspace.policies {
      guard
        let declared = document.policy.clients.first(where: {
          document.anchor($0.id) == client.anchor
        })
      else { continue }
      let endpoint =
        declared.server?.tokenEndpoint ?? document.policy.authorizationServer?.tokenEndpoint
      return endpoint?[client.environment].map {
        PlacedText($0.value, document.anchor($0))
      }
    }
    return nil
  }

  private static func probe(
    _ client: CompiledClient, _ servers: [ServerSubject], _ policy: CompiledPolicy
  ) -> ProbeSubject? {
    guard let endpoint = client.authorizationEndpoint, !client.redirectURIs.isEmpty else {
      return nil
    }
    let other = policy.client(
      key: client.key, in: client.environment.other, policy: client.policy)
    let own = Set(client.redirectURIs.map(\.value))
    return ProbeSubject(
      server: client.issuer.flatMap { issuer in servers.first { $0.issuer.value == issuer.value } },
      client: ServerClient(client), endpoint: PlacedText(endpoint),
      clientID: client.clientID.value, redirectURIs: client.redirectURIs.map { PlacedText($0) },
      foreignURI: other?.redirectURIs.first { !own.contains($0.value) }.map { PlacedText($0) },
      requiresPKCE: client.requiresPKCE, state: RandomText.make(),
      challenge: RandomText.challenge())
  }
}

extension PlacedText {
  init(_ entry: Entry) { self.init(entry.value, entry.anchor) }
}

extension ServerClient {
  /// What the client of a policy needs.
  fileprivate init(_ client: CompiledClient) {
    let method: ExactString =
      switch client.tokenEndpointAuth {
      case .post: "client_secret_post"
      case .basic: "client_secret_basic"
      case .noSecret: "none"
      }
    self.init(
      key: client.key, anchor: client.anchor, responseTypes: client.responseTypes,
      scopes: client.scopes.map { PlacedText($0) },
      challengeMethods: client.requiresPKCE ? client.codeChallengeMethods : [],
      authenticationMethod: method, isLinking: client.provider == .googleAccountLinking)
  }
}
