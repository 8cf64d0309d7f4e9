package import PolicyModel
package import PolicyText

/// The policy that rules check, and its workspace.
package struct RuleContext: Sendable {
  package let document: PolicyDocument
  /// All policies of the command.
  package let workspace: Workspace
  package let workspaceIndex: WorkspaceIndex
  package let index: PolicyIndex

  package init(
    document: PolicyDocument, workspace: Workspace, workspaceIndex: WorkspaceIndex
  ) {
    self.document = document
    self.workspace = workspace
    self.workspaceIndex = workspaceIndex
    index = PolicyIndex(document)
  }

  var uris: [URIEntry] { index.uris.all }
  package var policy: Policy { document.policy }
  package var tree: SourceTree { document.tree }

  /// The node to report if something is missing in the value of one environment: its `prod` or
  /// `sandbox` key, or the key of a shared value. The value itself may be pages long.
  func place<Value>(of values: PerEnvironment<Value>, _ environment: Environment) -> NodeID {
    let value =
      values.isShared
      ? values.node : tree.value(of: environment.rawValue, in: values.node) ?? values.node
    return tree.key(of: value) ?? value
  }
}

extension RuleContext {
  var googleScopes: [LocatedText] {
    (policy.googleSignIn?.signInScopes ?? [])
      + (policy.googleSignIn?.featureScopes.flatMap(\.scopes) ?? [])
  }

  /// All Google client IDs; the environment is nil for shared values.
  var googleClientIDs: [(environment: Environment?, id: LocatedText)] {
    let google = policy.googleSignIn
    var found: [(environment: Environment?, id: LocatedText)] = []
    for values in [google?.ios?.clientID, google?.ios?.serverClientID, google?.web?.clientID] {
      found += (values?.distinct ?? []).map { ($0.environment, $0.value) }
    }
    for (environment, ids) in google?.android?.clientIDs?.distinct ?? [] {
      found += ids.map { (environment, $0) }
    }
    return found
  }
}

extension RuleContext {
  /// The nodes of the project IDs: an invalid one is the cause of findings about the project's domains.
  var projectIDNodes: [NodeID] { policy.firebase?.projectID?.values.map(\.value.node) ?? [] }

  /// The two domains that Firebase gives each project of the policy.
  var defaultDomains: [ExactString] {
    (policy.firebase?.projectID?.distinct ?? []).flatMap { _, id in
      [".firebaseapp.com", ".web.app"].map { ExactString(id.value.string + $0) }
    }
  }

  /// The environments that have a Firebase project; shared values apply only to these.
  var firebaseEnvironments: [Environment] {
    guard let projects = policy.firebase?.projectID else { return [] }
    return Environment.allCases.filter { projects[$0] != nil }
  }

  /// The environments with a Firebase project to which a value applies; nil stands for both.
  func firebaseEnvironments(of environment: Environment?) -> [Environment] {
    firebaseEnvironments.filter { environment == nil || environment == $0 }
  }
}

extension RuleContext {
  /// The entry in `domains` for a host in lower case, if it has only one environment.
  func domainOfOneEnvironment(_ host: ExactString) -> Domain? {
    policy.domains.first {
      $0.environment.value.environments.count == 1 && ASCII.lowercased($0.host.value) == host
    }
  }

  /// The help if the URIs of both environments use a host that `domains` has for one environment.
  func helpForBoth(_ domain: Domain) -> String {
    "write `environment: both` for \(domain.host.value.quoted), or use a separate host"
  }

  /// A fix that gives a host to both environments; none if the layout is ambiguous.
  func servingBoth(_ domain: Domain) -> [Fix] {
    let title = "serve \(domain.host.value.quoted) in both environments"
    if let value = tree.value(of: "environment", in: domain.node) {
      guard !tree.isAlias(value) else { return [] }
      return [Fix(title, isSafe: false, edits: [.init(tree.location(value), "both")])]
    }
    guard tree.kind(domain.node) == .mapping, !tree.isAlias(domain.node),
      let first = tree.entries(domain.node).first(where: { _ in true })
    else { return [] }
    let bytes = tree.source.bytes
    let start = tree.span(domain.node).start
    let place = tree.span(first.key).start
    let text: String
    if start < bytes.count, bytes[start] == UInt8(ascii: "{") {
      text = "environment: both, "
    } else {
      let line = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      guard bytes[line..<place].allSatisfy({ $0 == 0x20 }) else { return [] }
      text = "environment: both\n" + String(repeating: " ", count: place - line)
    }
    return [Fix(title, isSafe: false, edits: [tree.edit(place..<place, text)])]
  }
}
