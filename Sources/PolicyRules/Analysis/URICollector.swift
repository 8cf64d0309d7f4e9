import PolicyText
import PolicyModel

/// Collects the URIs of a policy: those of its server, of its clients and of its providers.
struct URICollector {
  private let policy: Policy
  private(set) var uris: [URIOccurrence] = []
  private var lists = 0

  init(_ policy: Policy) {
    self.policy = policy
    add(policy.authorizationServer, clients: environmentsOfClients)
    for (index, client) in policy.clients.enumerated() { add(client, index) }
    addProviders()
  }

  private mutating func addProviders() {
    let google = policy.googleSignIn?.web
    add(lists: google?.redirectURIs, .google, clients: environments(google?.clientID))
    add(lists: google?.javascriptOrigins, .origin, clients: environments(google?.clientID))
    add(lists: policy.apple?.returnURLs, .appleReturn)
    let project = policy.firebase.map { environments($0.projectID) }
    add(policy.firebase?.callbackURI, .continueURL, client: nil, clients: project)
    for action in policy.firebase?.emailActions ?? [] {
      add(action.url, .continueURL, client: nil, clients: project)
    }
  }

  /// Where any client exists; nil without clients.
  private var environmentsOfClients: EnvironmentSet? {
    policy.clients.isEmpty
      ? nil : policy.clients.reduce(into: []) { $0.formUnion(environments($1.clientID)) }
  }

  private mutating func add(_ client: Client, _ index: Int) {
    add(
      lists: client.redirectURIs, role(of: client), client: index,
      clients: environments(client.clientID))
    add(
      lists: client.postLogoutRedirectURIs,
      client.type?.value == .native ? .nativePostLogout : .postLogout, client: index,
      clients: environments(client.clientID))
    add(
      lists: client.corsOrigins,
      client.type?.value == .native ? .nativeCORSOrigin : .corsOrigin, client: index,
      clients: environments(client.clientID))
    add(
      client.appFlipIOS?.universalLink, .universalLink, client: index,
      clients: environments(client.clientID))
    add(client.server, client: index, clients: environments(client.clientID))
  }

  /// What the redirect URIs of a client are for. Where its provider or type cannot be read, which is an error of
  /// its own, the addresses tell: else each of them would be judged by rules that were never meant for it.
  private func role(of client: Client) -> URIRoles {
    switch (client.provider?.value, client.type?.value) {
    case (.googleAccountLinking, _): .linking
    case (.generic, .native): .native
    case (.generic, .web): .web
    case (nil, let type):
      has(client) { GoogleLinking.isHost($0.lowerHost) }
        ? .linking : type == .native ? .native : .web
    case (_, nil):
      has(client) { !$0.hasScheme("http") && !$0.hasScheme("https") } ? .native : .web
    }
  }

  private func has(_ client: Client, _ matches: (URIParts) -> Bool) -> Bool {
    (client.redirectURIs?.distinct ?? []).contains { $0.1.contains { matches(URIParts($0.value)) } }
  }

  /// Where a client exists: where it has an ID.
  private func environments(_ ids: PerEnvironment<LocatedText>?) -> EnvironmentSet {
    var found: EnvironmentSet = []
    if ids?.prod != nil { found.insert(EnvironmentSet(.prod)) }
    if ids?.sandbox != nil { found.insert(EnvironmentSet(.sandbox)) }
    return found
  }

  private mutating func add(
    _ server: AuthorizationServer?, client: Int? = nil, clients: EnvironmentSet?
  ) {
    add(server?.issuer, .issuer, client: client, clients: clients)
    for value in [
      server?.authorizationEndpoint, server?.tokenEndpoint, server?.revocationEndpoint,
      server?.endSessionEndpoint,
    ] {
      add(value, .endpoint, client: client, clients: clients)
    }
  }

  private mutating func add(
    lists values: PerEnvironment<[LocatedText]>?, _ role: URIRoles, client: Int? = nil,
    clients: EnvironmentSet = [.init(.prod), .init(.sandbox)]
  ) {
    for (environment, texts) in values?.distinct ?? [] {
      for text in texts {
        uris.append(
          URIOccurrence(
            text, role: role, environment: environment, list: lists, client: client,
            clients: clients))
      }
      lists += 1
    }
  }

  private mutating func add(
    _ values: PerEnvironment<LocatedText>?, _ role: URIRoles, client: Int?,
    clients: EnvironmentSet? = nil
  ) {
    for (environment, text) in values?.distinct ?? [] {
      uris.append(
        URIOccurrence(
          text, role: role, environment: environment, list: lists, client: client,
          clients: clients ?? [.init(.prod), .init(.sandbox)]))
      lists += 1
    }
  }
}
