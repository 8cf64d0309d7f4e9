package import PolicyDecision
package import PolicyModel
public import PolicyText

/// Reads a request from a mapping: a line of `simulate`, the options of the command, or a test of a
/// policy. One reader for all, over the tree that JSON and YAML share.
package struct RequestReader: Sendable {
  /// Why a request cannot be read.
  package typealias Problem = RequestError

  let tree: SourceTree
  let policy: CompiledPolicy
  /// The kind of lines that name none.
  private let defaultKind: RequestKind?
  let defaultEnvironment: Environment
  /// The policy of requests that name none.
  let defaultPolicy: ExactString?
  /// The same for kinds about a provider alone: tests of a policy run against it.
  let providerPolicy: ExactString?
  /// Unix seconds, for requests that do not say when they happen.
  let clock: @Sendable () -> Int
  /// Whether decisions list every evaluated rule.
  let isTraced: Bool

  /// A reader over one document.
  package init(
    _ tree: SourceTree, policy: CompiledPolicy, defaultKind: RequestKind? = nil,
    defaultEnvironment: Environment = .prod, defaultPolicy: ExactString? = nil,
    providerPolicy: ExactString? = nil, clock: @escaping @Sendable () -> Int = SystemClock.now,
    isTraced: Bool = true
  ) {
    self.tree = tree
    self.policy = policy
    self.defaultKind = defaultKind
    self.defaultEnvironment = defaultEnvironment
    self.defaultPolicy = defaultPolicy
    self.providerPolicy = providerPolicy
    self.clock = clock
    self.isTraced = isTraced
  }

  /// Reads the request that a mapping holds.
  package func read(_ node: NodeID) throws(Problem) -> Request {
    guard tree.kind(node) == .mapping else { throw Problem(message: "a request must be an object") }
    guard let kind = try text("kind", node)?.string ?? defaultKind?.rawValue else {
      throw Problem(message: "the request has no `kind`")
    }
    guard let kind = RequestKind(rawValue: kind) else {
      let near = Nearest.name(to: kind, among: RequestEvaluator.kinds)
      throw Problem(
        message: "\(DisplayText.quoted(kind)) is not a request type"
          + (near.map { "; a similar kind exists: `\($0)`" } ?? ""))
    }
    try checkNames(node, kind)
    switch kind {
    case .authorize: return .authorize(try authorize(node))
    case .appFlipIOS: return .appFlipIOS(try appFlipIOS(node))
    case .appFlipAndroid: return .appFlipAndroid(try appFlipAndroid(node))
    case .webOrigin: return try webOrigin(node)
    case .authDomain: return .authDomain(try authDomain(node))
    case .continueURL: return .continueURL(try continueURL(node))
    case .emailLink: return .emailLink(try emailLink(node))
    case .emailAction: return .emailAction(try emailAction(node))
    case .googleClient: return .googleClient(try googleClient(node))
    case .scopes: return .scopes(try scopes(node))
    case .tokenRefresh: return .tokenRefresh(try tokenRefresh(node))
    case .appleIDToken: return .appleIDToken(try appleIDToken(node))
    case .accountLink: return .accountLink(try accountLink(node))
    case .token: return .token(try token(node))
    case .postLogout: return .postLogout(try postLogout(node))
    case .universalLink: return .universalLink(try universalLink(node))
    case .appLink: return .appLink(try appLink(node))
    }
  }
}

/// Why a request cannot be read.
public struct RequestError: LinkPolicyError {
  /// The `error` of the answer: `invalid_line`, `ambiguous_policy`.
  public internal(set) var code = "invalid_line"
  /// One line for people.
  public internal(set) var message: String
}
