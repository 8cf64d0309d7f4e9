package import PolicyDecision
package import PolicyModel
package import PolicyText

/// Data about one policy that several rules need.
package struct PolicyIndex: Sendable {
  package let hosts: HostEnvironments
  /// The link rules of each host with links.
  package let links: [LinkList]
  let fingerprints: [LocatedFingerprint]
  let identifiers: [LocatedIdentifier]
  let authorizedDomains: [AuthorizedDomain]
  let uris: PolicyURIs

  package init(_ document: PolicyDocument) {
    let policy = document.policy
    links = policy.allDomains.filter { !$0.links.isEmpty }.map { LinkList($0, in: document.tree) }
    hosts = HostEnvironments(policy)
    fingerprints = LocatedFingerprint.all(in: policy)
    identifiers = LocatedIdentifier.all(in: policy)
    authorizedDomains = AuthorizedDomain.all(in: policy)
    uris = PolicyURIs(policy)
  }
}

/// Data about all policies of the workspace that several rules need.
package struct WorkspaceIndex: Sendable {
  private let documents: FileTable<PolicyDocument>
  package let clientIDs: ClientIDs
  package let appReferences: AppReferences
  /// Whether the name of a host is `TODO`: it can be any host that isn't declared.
  let hasUnknownHost: Bool
  /// The results of all invariants, by file.
  package let invariants: FileTable<[InvariantResult]>
  private let names: [ExactString: PolicyDocument]
  private let domains: [ExactString: (Domain, PolicyDocument)]
  /// All declarations of each host except the first, in the order of the policies.
  private let further: [ExactString: [(domain: Domain, document: PolicyDocument)]]

  package init(_ workspace: Workspace) {
    clientIDs = ClientIDs(workspace)
    appReferences = AppReferences(workspace)
    hasUnknownHost = workspace.policies.contains { $0.policy.unknownHost != nil }
    invariants = InvariantResult.all(in: workspace)
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

  /// The first policy with a name; nil if there is only one policy.
  func firstPolicy(named name: ExactString) -> PolicyDocument? { names[name] }

  /// The first declaration of a host; nil if there is only one policy.
  func firstDomain(_ host: ExactString) -> (domain: Domain, document: PolicyDocument)? {
    domains[host]
  }

  /// All declarations of a host, in the order of the policies; none if there is only one policy.
  func domains(_ host: ExactString) -> [(domain: Domain, document: PolicyDocument)] {
    guard let first = domains[host] else { return [] }
    return [(first.0, first.1)] + (further[host] ?? [])
  }

  func document(_ file: FileID) -> PolicyDocument? { documents[file] }
}

/// An authorized domain of the Firebase project.
struct AuthorizedDomain: Sendable {
  let text: LocatedText
  /// nil for a value that both environments share.
  let environment: Environment?
  /// The name in lower case.
  let name: ExactString
  let content: ByteSet

  private init(_ text: LocatedText, in environment: Environment?) {
    self.text = text
    self.environment = environment
    name = ASCII.lowercased(text.value)
    content = ByteSet(of: text.value)
  }

  /// False if the value also has a scheme, port or path, which `domain-not-bare` reports.
  var isBare: Bool { !content.intersects(.hostDelimiters) }

  static func all(in policy: Policy) -> [AuthorizedDomain] {
    var found: [AuthorizedDomain] = []
    for (environment, texts) in policy.firebase?.authorizedDomains?.distinct ?? [] {
      for text in texts { found.append(AuthorizedDomain(text, in: environment)) }
    }
    return found
  }
}

/// The first client with each client ID, over the whole workspace.
package struct ClientIDs: Sendable {
  package struct Use: Sendable {
    package var file: FileID
    package var node: NodeID
    /// The key of the client in `clients`.
    package var key: ExactString
  }

  private let prod: [ExactString: Use]
  private let sandbox: [ExactString: Use]

  init(_ workspace: Workspace) {
    func first(in environment: Environment) -> [ExactString: Use] {
      let uses = workspace.policies.flatMap { document in
        document.policy.clients.compactMap { client in
          client.clientID?[environment].map {
            ($0.value, Use(file: document.tree.file, node: $0.node, key: client.id.value))
          }
        }
      }
      return Dictionary(uses, uniquingKeysWith: { first, _ in first })
    }
    prod = first(in: .prod)
    sandbox = first(in: .sandbox)
  }

  /// The first client that uses an ID in an environment.
  package func first(_ id: ExactString, in environment: Environment) -> Use? {
    environment == .prod ? prod[id] : sandbox[id]
  }
}
