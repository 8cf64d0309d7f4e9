package import PolicyDecision
package import PolicyText

/// Collects the authorization servers of the policies with their clients.
package struct ServerSubjects {
  /// One per issuer and environment, in the order of the policies.
  package private(set) var all: [ServerSubject] = []
  package private(set) var probes: [ProbeSubject] = []

  package init(_ policy: CompiledPolicy, _ environments: [Environment]) {
    for environment in environments {
      var servers: [ServerSubject] = []
      for client in policy.clients[environment] ?? [] {
        guard let issuer = client.issuer else { continue }
        if let index = servers.firstIndex(where: { $0.issuer.value == issuer.value }) {
          servers[index].clients.append(client)
        } else {
          servers.append(
            ServerSubject(environment: environment, issuer: issuer, clients: [client]))
        }
      }
      for client in policy.clients[environment] ?? [] {
        if let probe = Self.probe(client, servers, policy) { probes.append(probe) }
      }
      all += servers
    }
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
      client: client, endpoint: endpoint,
      foreignURI: other?.redirectURIs.first { !own.contains($0.value) },
      state: RandomString.make(), challenge: RandomString.challenge())
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
    SHA256Digest(of: make()).base64URL
  }
}
