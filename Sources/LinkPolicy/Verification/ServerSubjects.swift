import Crypto
import PolicyDecision
import PolicyModel
import PolicyText
import PolicyVerification

/// Collects the authorization servers of the policies with their clients.
struct ServerSubjects {
  /// One per issuer and environment, in the order of the policies.
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
              environment: environment, issuer: AnchoredValue(issuer),
              authorizationEndpoint: client.authorizationEndpoint.map { AnchoredValue($0) },
              tokenEndpoint: Self.tokenEndpoint(of: client, in: project),
              revocationEndpoint: client.revocationEndpoint.map { AnchoredValue($0) },
              endSessionEndpoint: client.endSessionEndpoint.map { AnchoredValue($0) },
              clients: [ServerClient(client)]))
        }
      }
      for client in policy.clients[environment] ?? [] {
        if let probe = Self.probe(client, servers, policy) { probes.append(probe) }
      }
      all += servers
    }
  }

  /// The client's token endpoint, or its policy's.
  private static func tokenEndpoint(
    of client: CompiledClient, in project: Project
  ) -> AnchoredValue? {
    for document in project.workspace.policies {
      guard
        let declared = document.policy.clients.first(where: {
          document.anchor($0.id) == client.anchor
        })
      else { continue }
      let endpoint =
        declared.server?.tokenEndpoint ?? document.policy.authorizationServer?.tokenEndpoint
      return endpoint?[client.environment].map {
        AnchoredValue($0.value, document.anchor($0))
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
    let other = policy.counterpart(of: client)
    let own = Set(client.redirectURIs.map(\.value))
    return ProbeSubject(
      server: client.issuer.flatMap { issuer in servers.first { $0.issuer.value == issuer.value } },
      client: ServerClient(client), endpoint: AnchoredValue(endpoint),
      clientID: client.clientID.value, redirectURIs: client.redirectURIs.map { AnchoredValue($0) },
      foreignURI: other?.redirectURIs.first { !own.contains($0.value) }.map { AnchoredValue($0) },
      requiresPKCE: client.requiresPKCE, state: RandomString.make(),
      challenge: RandomString.challenge())
  }
}

extension AnchoredValue {
  init(_ entry: Entry) { self.init(entry.value, entry.anchor) }
}

extension ServerClient {
  /// The requirements of a client.
  fileprivate init(_ client: CompiledClient) {
    let method: ExactString =
      switch client.tokenEndpointAuth {
      case .post: "client_secret_post"
      case .basic: "client_secret_basic"
      case .noSecret: "none"
      }
    self.init(
      key: client.key, anchor: client.anchor, responseTypes: client.responseTypes,
      scopes: client.scopes.map { AnchoredValue($0) },
      challengeMethods: client.requiresPKCE ? client.codeChallengeMethods : [],
      authenticationMethod: method, isLinking: client.provider == .googleAccountLinking)
  }
}

/// Random strings.
enum RandomString {
  /// 256 random bits as Base64url.
  static func make() -> ExactString {
    var generator = SystemRandomNumberGenerator()
    return Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  /// The code challenge of a random, discarded verifier (RFC 7636 section 4.2).
  static func challenge() -> ExactString {
    Base64URL.encode(Array(SHA256.hash(data: Array(make().utf8))))
  }
}
