import PolicyText
package import PolicyModel

/// What several rules ask of one policy, computed once for a run.
package struct PolicyIndex: Sendable {
  /// Which environment a host belongs to.
  package let hosts: HostEnvironments
  /// The link rules of each host.
  package let links: [LinkList]
  /// All certificate fingerprints, in the order of the policy.
  let fingerprints: [FingerprintOccurrence]
  /// All IDs, in the order of the policy.
  let identifiers: [IdentifierOccurrence]
  /// All authorized domains, with their environment.
  let authorizedDomains: [AuthorizedDomain]
  /// All URIs, in the order of the policy.
  let uris: PolicyURIs

  /// Walks a policy.
  package init(_ document: PolicyDocument) {
    let policy = document.policy
    links = policy.domains.filter { !$0.links.isEmpty }.map { LinkList($0, in: document.tree) }
    hosts = HostEnvironments(policy)
    fingerprints = FingerprintOccurrence.all(in: policy)
    identifiers = IdentifierOccurrence.all(in: policy)
    authorizedDomains = AuthorizedDomain.all(in: policy)
    uris = PolicyURIs(policy)
  }
}

/// What several rules ask of the whole workspace, computed once for a run.
package struct WorkspaceIndex: Sendable {
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
