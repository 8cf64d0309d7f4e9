import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import PolicyText

/// All addresses of a policy, group by group.
///
/// An address takes half a kilobyte until all rules have seen it, and 20,000 clients have 80,000: those of a group
/// stay in the cache of the processor, and the next take their place (a third of the memory and a tenth of the time
/// of such a policy).
///
/// A class for the same reason as `PolicyDocument`: every rule gets it.
package final class AddressWalk: Sendable {
  /// How many clients are judged at a time; nearly all policies have fewer.
  package static let clientsAtATime = 256

  private let clientsAtATime: Int
  private let policy: Policy
  /// The only group, where there is one.
  let whole: Addresses?
  private let hosts = HostUse()

  init(_ policy: Policy, clientsAtATime: Int) {
    self.policy = policy
    self.clientsAtATime = clientsAtATime
    var first = URIWalk(policy)
    whole = policy.clients.count <= clientsAtATime ? first.next(clientsAtATime) : nil
  }

  /// Calls `body` with each group in order, until it returns false.
  func forEachGroup(_ body: (Addresses) -> Bool) {
    if let whole {
      _ = body(whole)
      return
    }
    var walk = URIWalk(policy)
    while let group = walk.next(clientsAtATime), body(group) {}
  }

  /// The first address that is meant.
  func first(where isMeant: (URIOccurrence) -> Bool) -> URIOccurrence? {
    var found: URIOccurrence?
    forEachGroup { group in
      found = group.uris.first(where: isMeant)
      return found == nil
    }
    return found
  }

  /// The environments in which addresses of the whole policy have a host; the table is made at the first question.
  func environments(ofHost host: ExactString) -> EnvironmentSet {
    if let known = hosts.environments { return known[host] ?? [] }
    var found: [ExactString: EnvironmentSet] = [:]
    forEachGroup { group in
      for uri in group.uris where !uri.lowerHost.isEmpty {
        found[uri.lowerHost, default: []].formUnion(EnvironmentSet(shared: uri.environment))
      }
      return true
    }
    hosts.environments = found
    return found[host] ?? []
  }

  /// Unchecked: one worker judges a policy, and nobody else sees its walk.
  private final class HostUse: @unchecked Sendable {
    var environments: [ExactString: EnvironmentSet]?
  }
}

/// Collects the addresses of a policy.
private struct URIWalk {
  private let policy: Policy
  private var uris: [URIOccurrence] = []
  private var lists = 0
  /// The number of clients that were walked over; nil at the end.
  private var position: Int? = 0

  init(_ policy: Policy) { self.policy = policy }

  /// The addresses of some more clients; nil at the end.
  mutating func next(_ count: Int) -> Addresses? {
    guard let start = position else { return nil }
    let end = start + min(count, policy.clients.count - start)
    // Two in each environment, as most clients have.
    uris.reserveCapacity((end - start) * 4)
    if start == 0 { add(policy.authorizationServer) }
    for index in start..<end { add(policy.clients[index], index) }
    if end == policy.clients.count { addProviders() }
    position = end == policy.clients.count ? nil : end
    defer { uris.removeAll(keepingCapacity: false) }
    return Addresses(uris, of: start..<end)
  }

  private mutating func addProviders() {
    let google = policy.googleSignIn?.web
    add(lists: google?.redirectURIs, .google, clients: environments(google?.clientID))
    add(lists: google?.javascriptOrigins, .origin, clients: environments(google?.clientID))
    add(lists: policy.apple?.returnURLs, .appleReturn)
    add(policy.firebase?.callbackURI, .continueURL, client: nil)
    for action in policy.firebase?.emailActions ?? [] {
      add(action.url, .continueURL, client: nil)
    }
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
    add(client.appFlipIOS?.universalLink, .universalLink, client: index)
    add(client.server, client: index)
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

  private mutating func add(_ server: AuthorizationServer?, client: Int? = nil) {
    add(server?.issuer, .issuer, client: client)
    add(server?.authorizationEndpoint, .endpoint, client: client)
    add(server?.tokenEndpoint, .endpoint, client: client)
    add(server?.revocationEndpoint, .endpoint, client: client)
    add(server?.endSessionEndpoint, .endpoint, client: client)
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
            clients: clients, after: uris.last))
      }
      lists += 1
    }
  }

  private mutating func add(
    _ values: PerEnvironment<LocatedText>?, _ role: URIRoles, client: Int?
  ) {
    for (environment, text) in values?.distinct ?? [] {
      uris.append(
        URIOccurrence(
          text, role: role, environment: environment, list: lists, client: client,
          after: uris.last))
      lists += 1
    }
  }
}
