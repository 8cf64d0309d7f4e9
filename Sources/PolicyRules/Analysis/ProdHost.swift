import PolicyText
import PolicyModel

/// A host that a policy uses in prod: in a URI, in `domains` or in the Firebase project.
struct ProdHost {
  let node: NodeID
  /// The bytes of the host in the value; nil for the whole value.
  var range: Range<Int>?
  /// In lower case.
  let name: ExactString
  /// nil for a value that both environments share.
  let environment: Environment?
  /// True for a key of `domains`.
  var isDomain = false
}

extension RuleContext {
  /// Calls `body` for each host that prod uses: URIs, then domains, then the Firebase project.
  func forEachProdHost(_ body: (ProdHost) -> Void) {
    for uri in uris where uri.isInProd && uri.isWeb && !uri.isLoopback && !uri.isOnLinkingHost {
      guard let range = uri.host, !range.isEmpty else { continue }
      body(
        ProdHost(
          node: uri.node, range: range, name: uri.lowerHost, environment: uri.environment))
    }
    for domain in policy.domains {
      let environments = domain.environment.value.environments
      guard environments.contains(.prod), !hasUnknownEnvironment(domain) else { continue }
      body(
        ProdHost(
          node: domain.host.node, name: ASCII.lowercased(domain.host.value),
          environment: environments.count == 1 ? .prod : nil, isDomain: true))
    }
    guard let firebase = policy.firebase, firebaseEnvironments.contains(.prod) else { return }
    func list(_ values: PerEnvironment<[LocatedText]>?) {
      guard let values else { return }
      for domain in values[.prod] ?? [] { add(domain, isShared: values.isShared) }
    }
    func single(_ value: PerEnvironment<LocatedText>?) {
      if let value, let domain = value[.prod] { add(domain, isShared: value.isShared) }
    }
    func add(_ domain: LocatedText, isShared: Bool) {
      body(
        ProdHost(
          node: domain.node, name: ASCII.lowercased(domain.value),
          environment: isShared ? nil : .prod))
    }
    list(firebase.authorizedDomains)
    list(firebase.hostingDomains)
    single(firebase.authDomain)
    for action in firebase.emailActions { single(action.linkDomain) }
  }

  /// Returns true if `environment` is misspelled: the domain may be for either environment.
  private func hasUnknownEnvironment(_ domain: Domain) -> Bool {
    guard let value = tree.value(of: "environment", in: domain.node) else { return false }
    return DomainEnvironment(rawValue: tree.text(value).string) == nil
  }
}
