package import PolicyModel
public import PolicyText

/// Reads a request from a mapping: a line of `simulate`, the options of the command, or a test of a
/// policy.
package struct RequestReader: Sendable {
  /// Why a request is invalid.
  package typealias Problem = RequestError

  let tree: SourceTree
  let policy: CompiledPolicy
  /// The type of requests without `kind`.
  private let defaultKind: RequestKind?
  let defaultEnvironment: Environment
  /// The policy of requests without `policy`.
  let defaultPolicy: ExactString?
  /// The same for requests about a provider only, because a policy's tests run against that policy.
  let providerPolicy: ExactString?
  /// The current time in Unix seconds, for requests without `now`.
  let clock: @Sendable () -> Int
  /// Whether decisions list every evaluated rule.
  let isTraced: Bool

  /// Creates a reader for one document.
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

  /// Reads a request.
  package func read(_ node: NodeID) throws(Problem) -> Request {
    guard tree.kind(node) == .mapping else { throw Problem(message: "a request must be an object") }
    guard let kind = try text("kind", node)?.string ?? defaultKind?.rawValue else {
      throw Problem(message: "the request has no `kind`")
    }
    guard let kind = RequestKind(rawValue: kind) else {
      let near = Nearest.name(to: kind, among: RequestKind.allCases.map(\.rawValue))
      throw Problem(
        message: "\(DisplayText.quoted(kind)) is not a request type"
          + (near.map { "; did you mean `\($0)`?" } ?? ""))
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

/// Why a request is invalid.
public struct RequestError: LinkPolicyError {
  /// The `error` in the output: `invalid_line`, `ambiguous_policy`.
  public let code: String
  /// A message on one line.
  public let message: String

  package init(code: String = "invalid_line", message: String) {
    self.code = code
    self.message = message
  }
}
