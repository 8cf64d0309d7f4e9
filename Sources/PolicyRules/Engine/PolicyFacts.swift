import Diagnostics
package import PolicyModel
import SourceTree
import TextSupport

/// What several rules ask of one policy, computed once for a run.
package struct PolicyFacts: Sendable {
  /// Every address, in the order of the policy; addresses of one list follow one another.
  package private(set) var uris: [URIOccurrence] = []
  /// Which bytes occur in any of them.
  private(set) var content = ByteContent([])
  /// Which environment a host belongs to.
  package let hosts: HostEnvironments
  /// The link rules of each host.
  package let links: [LinkList]
  private var lists = 0

  /// Walks a policy.
  init(_ document: PolicyDocument) {
    let policy = document.policy
    links = policy.domains.filter { !$0.links.isEmpty }.map { LinkList($0, in: document.tree) }
    hosts = HostEnvironments(policy)
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
    for index in uris.indices { content.formUnion(uris[index].content) }
  }

  private mutating func add(_ client: Client, _ index: Int) {
    let role: URIRoles =
      client.provider?.value == .googleAccountLinking
      ? .linking : client.type?.value == .native ? .native : .web
    add(
      lists: client.redirectURIs, role, client: index, clients: environments(client.clientID))
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
package struct WorkspaceFacts: Sendable {
  private var policies = FileTable<PolicyFacts>()
  private var documents = FileTable<PolicyDocument>()
  /// Who uses which client ID.
  package let clientIDs: ClientIDs
  /// Where apps are named.
  package let appReferences: AppReferences
  private var names: [ExactString: PolicyDocument] = [:]
  private var domains: [ExactString: (Domain, PolicyDocument)] = [:]
  /// Further declarations of hosts, in the order of the policies.
  private var further: [ExactString: [(domain: Domain, document: PolicyDocument)]] = [:]

  /// Computes the facts.
  package init(_ workspace: Workspace) {
    clientIDs = ClientIDs(workspace)
    appReferences = AppReferences(workspace)
    for document in workspace.policies {
      policies[document.tree.file] = PolicyFacts(document)
      documents[document.tree.file] = document
    }
    guard workspace.policies.count > 1 else { return }
    for document in workspace.policies {
      if names[document.name] == nil { names[document.name] = document }
      for domain in document.policy.domains {
        if domains[domain.host.value] == nil {
          domains[domain.host.value] = (domain, document)
        } else {
          further[domain.host.value, default: []].append((domain, document))
        }
      }
    }
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

  /// The facts of a policy of the workspace.
  func facts(of document: PolicyDocument) -> PolicyFacts {
    policies[document.tree.file] ?? PolicyFacts(document)
  }
}
