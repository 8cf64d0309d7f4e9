import PolicyDecision
import PolicyText
import PolicyModel

/// One side of a comparison.
struct ComparedSide {
  let policy: CompiledPolicy
  private let workspace: Workspace
  /// An association file that is compared instead of policies.
  private let deployed: SourceTree?
  /// The clients by the location of their key.
  private let clients: [SourceAnchor: (document: PolicyDocument, client: Client)]

  init(_ project: Project, deployed: SourceTree? = nil) {
    self.deployed = deployed
    policy = project.compiled
    workspace = project.workspace
    clients = Dictionary(
      project.workspace.policies.flatMap { document in
        document.policy.clients.map { (document.anchor($0.id), (document, $0)) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The association files of all hosts.
  var hosts: HostFiles { policy.hosts }

  /// All policies of the side.
  var policies: [PolicyDocument] { workspace.policies }

  /// The decision on a `simulate` request; nil if the request isn't valid on this side.
  func verdict(_ line: JSONValue) -> PolicyChange.Verdict? {
    let tree = JSONReader.read(line).tree
    guard let root = tree.root, let request = try? RequestReader(tree, policy: policy).read(root)
    else { return nil }
    if case .authorize(let request) = request, request.endpoint == nil {
      let verdict = policy.judge(request.parameters, request.context, outcome: request.outcome)
      // Only outcome and reason are compared, so the nearest client isn't searched for. With many
      // redirect URIs, the general reason is enough.
      let isLong = (verdict.client?.redirectURIs.count ?? 0) > Self.longList
      return PolicyChange.Verdict(
        verdict.isAllowed ? .allow : .deny,
        isLong
          ? verdict.plainReason
          : policy.reason(of: verdict, (try? request.parameters.get()) ?? AuthorizationParameters())
      )
    }
    let decision = policy.decide(request)
    return PolicyChange.Verdict(decision.outcome, decision.reason)
  }

  /// More redirect URIs than anyone writes by hand.
  private static let longList = 128

  /// The file, line and column of an anchor.
  func source(_ anchor: SourceAnchor?) -> SourceReference? {
    guard let anchor else { return nil }
    guard let deployed else { return workspace.source(of: anchor) }
    let position = deployed.source.position(of: deployed.span(anchor.node).start)
    return SourceReference(
      file: deployed.source.name, path: deployed.path(anchor.node), line: position.line,
      column: position.column)
  }

  /// The name of the anchor's policy.
  func policyName(_ anchor: SourceAnchor?) -> ExactString? {
    if let deployed { return ExactString(deployed.source.name) }
    guard let anchor else { return nil }
    return workspace.policies.first { $0.tree.file == anchor.file }?.name
  }

  /// The location of a client's value; the client's key if the value is absent.
  func anchor<Value>(
    _ client: CompiledClient, _ leaf: (Client) -> Located<Value>?
  ) -> SourceAnchor {
    guard let (document, declared) = clients[client.anchor], let leaf = leaf(declared) else {
      return client.anchor
    }
    return document.anchor(leaf)
  }

  /// A value of the client's declaration that no request depends on.
  func entry(
    _ client: CompiledClient, _ leaf: (Client, Policy) -> LocatedText?
  ) -> Entry? {
    guard let (document, declared) = clients[client.anchor],
      let value = leaf(declared, document.policy)
    else { return nil }
    return Entry(value.value, document.anchor(value))
  }
}
