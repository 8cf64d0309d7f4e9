import PolicyModel
import PolicyText

/// Collects the URIs of a policy: of its server, clients and providers.
struct URICollector {
  private let policy: Policy
  private(set) var uris: [URIEntry] = []
  private(set) var linking: [[LinkingURI]]
  /// The ranges of lists with more than one URI.
  private(set) var longLists: [Range<Int>] = []
  private var lists = 0

  init(_ policy: Policy) {
    self.policy = policy
    linking = [[LinkingURI]](repeating: [], count: policy.clients.count)
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
    add(policy.firebase?.callbackURI, .actionURL, client: nil, clients: project)
    for action in policy.firebase?.emailActions ?? [] {
      add(action.url, .continueURL, client: nil, clients: project)
    }
  }

  /// The environments that have a client; nil if the policy has no clients.
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

  /// The role of a client's redirect URIs. If provider or type is missing, which is an error
  /// itself, it is guessed from the URIs. Otherwise, rules for other clients would report them.
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

  /// The environments in which a client has an ID.
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
      let start = uris.count
      for text in texts { add(text, role, environment, client, clients) }
      if texts.count > 1 { longLists.append(start..<uris.count) }
      lists += 1
    }
  }

  private mutating func add(
    _ values: PerEnvironment<LocatedText>?, _ role: URIRoles, client: Int?,
    clients: EnvironmentSet? = nil
  ) {
    for (environment, text) in values?.distinct ?? [] {
      add(text, role, environment, client, clients ?? [.init(.prod), .init(.sandbox)])
      lists += 1
    }
  }

  private mutating func add(
    _ text: LocatedText, _ role: URIRoles, _ environment: Environment?, _ client: Int?,
    _ clients: EnvironmentSet
  ) {
    let parts = URIParts(text.value)
    let uri = URIEntry(
      text, parts, role: role, environment: environment, list: lists, client: client,
      clients: clients)
    if let uri = LinkingURI(uri, parts, index: uris.count) { linking[uri.client].append(uri) }
    uris.append(uri)
  }
}

/// The URIs of a policy.
package struct PolicyURIs: Sendable {
  /// In the order of the policy; the URIs of one list are adjacent.
  package let all: [URIEntry]
  private let longLists: [Range<Int>]
  /// Account-linking URIs on Google's hosts with a valid path, by the index of the client.
  private let linking: [[LinkingURI]]

  init(_ policy: Policy) {
    let collector = URICollector(policy)
    all = collector.uris
    longLists = collector.longLists
    linking = collector.linking
  }

  /// The account-linking URIs of a client in an environment.
  func linking(ofClient client: Int, in environment: Environment) -> [LinkingURI] {
    linking[client].filter { $0.environment == nil || $0.environment == environment }
  }

  /// Calls `body` for each list with more than one URI.
  func forEachList(_ body: (ArraySlice<URIEntry>) -> Void) {
    for list in longLists { body(all[list]) }
  }
}
