import PolicyDiagnostics
package import PolicyModel
import PolicySourceTree
import PolicyText

/// What several rules ask of one policy, computed once for a run.
///
/// A class for the same reason as `PolicyDocument`: every rule gets it.
package final class PolicyIndex: Sendable {
  /// Every address, in the order of the policy; addresses of one list follow one another.
  package let uris: [URIOccurrence]
  /// Which bytes occur in any of them.
  let content: ByteContent
  /// Which environment a host belongs to.
  package let hosts: HostEnvironments
  /// The link rules of each host.
  package let links: [LinkList]
  /// All certificate fingerprints, in the order of the policy.
  let fingerprints: [FingerprintOccurrence]
  /// All authorized domains, with their environment.
  let authorizedDomains: [AuthorizedDomain]
  /// The addresses on Google's linking hosts whose path says something.
  let linking: [LinkingAddress]
  /// False where the hosts of all addresses and authorized domains are ordinary names: rules about other
  /// hosts have nothing to say then.
  let hasOddHosts: Bool
  /// True when a client is native.
  let hasNativeClients: Bool
  /// True when a client says which grant types it has.
  let hasGrantTypes: Bool
  /// True when a client has post-logout redirect URIs.
  let hasPostLogout: Bool
  /// True when a client has CORS origins.
  let hasCORSOrigins: Bool
  /// True when the policy speaks of Sign in with Apple.
  let hasAppleSignIn: Bool
  /// True when the policy has addresses of Firebase emails.
  let hasFirebaseEmails: Bool
  /// True when the policy has `domains`.
  let hasDomains: Bool

  /// Walks a policy.
  package init(_ document: PolicyDocument) {
    let policy = document.policy
    links = policy.domains.filter { !$0.links.isEmpty }.map { LinkList($0, in: document.tree) }
    hosts = HostEnvironments(policy)
    fingerprints = FingerprintOccurrence.all(in: policy)
    let uris = URIWalk(policy).uris
    authorizedDomains = AuthorizedDomain.all(in: policy)
    var content = ByteContent([])
    var hasOddHosts = !authorizedDomains.allSatisfy { HostLabels.isOrdinary($0.name.utf8) }
    for uri in uris {
      content.formUnion(uri.content)
      hasOddHosts = hasOddHosts || !HostLabels.isOrdinary(uri.host)
    }
    self.uris = uris
    self.content = content
    self.hasOddHosts = hasOddHosts
    hasNativeClients = policy.clients.contains { $0.type?.value == .native }
    hasGrantTypes = policy.clients.contains { $0.grantTypes != nil }
    hasPostLogout = policy.clients.contains { $0.postLogoutRedirectURIs != nil }
    hasCORSOrigins = policy.clients.contains { $0.corsOrigins != nil }
    hasAppleSignIn = policy.apple != nil
    hasFirebaseEmails =
      policy.firebase.map { !$0.emailActions.isEmpty || $0.callbackURI != nil } ?? false
    hasDomains = !policy.domains.isEmpty
    linking = uris.indices.compactMap { LinkingAddress(uris[$0], index: $0) }
  }
}

/// Collects the addresses of a policy.
private struct URIWalk {
  private(set) var uris: [URIOccurrence] = []
  private var lists = 0

  init(_ policy: Policy) {
    // Two in each environment, as most clients have: growing by doubling would hold all of them twice.
    uris.reserveCapacity(policy.clients.count * 4)
    add(policy.authorizationServer)
    for (index, client) in policy.clients.enumerated() { add(client, index) }
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
    let role: URIRoles =
      client.provider?.value == .googleAccountLinking
      ? .linking : client.type?.value == .native ? .native : .web
    add(
      lists: client.redirectURIs, role, client: index, clients: environments(client.clientID))
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
            clients: clients))
      }
      lists += 1
    }
  }

  private mutating func add(
    _ values: PerEnvironment<LocatedText>?, _ role: URIRoles, client: Int?
  ) {
    for (environment, text) in values?.distinct ?? [] {
      uris.append(
        URIOccurrence(text, role: role, environment: environment, list: lists, client: client))
      lists += 1
    }
  }
}

/// What several rules ask of the whole workspace, computed once for a run.
///
/// A class for the same reason as `PolicyDocument`: every rule gets it.
package final class WorkspaceIndex: Sendable {
  private let documents: FileTable<PolicyDocument>
  /// Who uses which client ID.
  package let clientIDs: ClientIDs
  /// Where apps are named.
  package let appReferences: AppReferences
  private let names: [ExactString: PolicyDocument]
  private let domains: [ExactString: (Domain, PolicyDocument)]
  /// Further declarations of hosts, in the order of the policies.
  private let further: [ExactString: [(domain: Domain, document: PolicyDocument)]]

  /// Computes the index.
  package init(_ workspace: Workspace) {
    clientIDs = ClientIDs(workspace)
    appReferences = AppReferences(workspace)
    var documents = FileTable<PolicyDocument>()
    for document in workspace.policies { documents[document.tree.file] = document }
    self.documents = documents
    var names: [ExactString: PolicyDocument] = [:]
    var domains: [ExactString: (Domain, PolicyDocument)] = [:]
    var further: [ExactString: [(domain: Domain, document: PolicyDocument)]] = [:]
    for document in workspace.policies where workspace.policies.count > 1 {
      if names[document.name] == nil { names[document.name] = document }
      for domain in document.policy.domains {
        if domains[domain.host.value] == nil {
          domains[domain.host.value] = (domain, document)
        } else {
          further[domain.host.value, default: []].append((domain, document))
        }
      }
    }
    self.names = names
    self.domains = domains
    self.further = further
  }

  /// The first policy with a name; nil where there is only one policy.
  func firstPolicy(named name: ExactString) -> PolicyDocument? { names[name] }

  /// The first declaration of a host; nil where there is only one policy.
  func firstDomain(_ host: ExactString) -> (domain: Domain, document: PolicyDocument)? {
    domains[host]
  }

  /// All declarations of a host, in the order of the policies; none where there is only one policy.
  func domains(_ host: ExactString) -> [(domain: Domain, document: PolicyDocument)] {
    guard let first = domains[host] else { return [] }
    return [(first.0, first.1)] + (further[host] ?? [])
  }

  /// The policy of a file.
  func document(_ file: FileID) -> PolicyDocument? { documents[file] }
}
