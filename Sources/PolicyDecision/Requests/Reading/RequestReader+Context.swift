import PolicyText
import PolicyModel

/// Fields of all request types.
extension RequestReader {
  func context(_ node: NodeID) throws(Problem) -> RequestContext {
    let context = RequestContext(
      environment: try word("environment", node) ?? defaultEnvironment,
      policy: try text("policy", node) ?? defaultPolicy, issuer: try text("iss", node),
      code: try text("code", node) ?? RequestDefaults.code, facts: try facts(node),
      now: try now(node),
      isTraced: isTraced)
    if let name = context.policy, !policy.policyNames.contains(name) {
      throw Problem(
        message: Self.unknown(
          name, "is not a policy", among: policy.policyNames.map(\.string), all: true))
    }
    // Check the client even if the request type ignores it or the request has a client ID.
    if tree.value(of: "client", in: node) != nil { _ = try client(node, context) }
    return context
  }

  /// Throws for an unknown field: without it, the decision would be about a different request.
  func checkNames(_ node: NodeID, _ kind: RequestKind) throws(Problem) {
    guard let name = tree.unknownNames(in: node, RequestShape.kind(kind)).first else { return }
    let text = DisplayText.quoted(name.name.string)
    let problem =
      switch name.role {
      case .key where name.place.isEmpty:
        "unknown field \(text) in a request of type `\(kind.rawValue)`"
      case .key: "unknown key \(text) in `\(name.place)` of a request of type `\(kind.rawValue)`"
      case .word: "unknown value \(text) for `\(name.place)`"
      }
    throw Problem(message: "\(problem); \(name.help)")
  }

  /// The key, app ID or package name of the app to evaluate.
  func app(_ node: NodeID) throws(Problem) -> ExactString? {
    guard let app = try nullableText("app", node) else { return nil }
    let names = policy.appNames
    guard names.contains(app) else {
      throw Problem(
        message: Self.unknown(
          app, "is not an app of the policies", among: names.map(\.string), all: true))
    }
    return app
  }

  /// The client with the key in `client`, for requests without a client ID.
  func client(
    _ node: NodeID, _ context: RequestContext
  ) throws(Problem) -> CompiledClient? {
    guard let key = try text("client", node) else { return nil }
    let found = policy.clients(key: key, in: context.environment, policy: context.policy)
    if found.count > 1 {
      throw Problem(
        message: "\(DisplayText.quoted(key.string)) is a client of "
          + found.map { "`\($0.policy.string)`" }.joined(separator: ", ") + ": set `policy`")
    }
    if let client = found.first { return client }
    let here = policy.clients[context.environment] ?? []
    throw Problem(
      message: Self.unknown(
        key, "is not a client in \(context.environment.rawValue)", among: here.map(\.key.string),
        all: true))
  }

  /// The context of a request about a provider. If several policies have the section, the request
  /// must name one.
  func context(
    _ node: NodeID, about section: ProviderSection
  ) throws(Problem) -> RequestContext {
    var context = try context(node)
    if context.policy == nil { context.policy = providerPolicy }
    let candidates = policy.providers(with: section, in: context)
    guard candidates.count > 1 else { return context }
    throw Problem(
      code: "ambiguous_policy",
      message: "the section `\(section.rawValue)` is in "
        + candidates.map { DisplayText.quoted($0.policy.string) }.joined(separator: ", ")
        + ": set `policy`")
  }

  /// The facts of the request; null if it has none.
  private func facts(_ node: NodeID) throws(Problem) -> JSONValue {
    guard let facts = tree.value(of: "facts", in: node), !tree.isNull(facts) else { return .null }
    guard tree.kind(facts) == .mapping else { throw Problem(message: "`facts` is not an object") }
    for key in Self.lists {
      guard let value = tree.value(of: key, in: facts), !tree.isNull(value) else { continue }
      guard tree.kind(value) == .sequence else {
        throw Problem(message: "the fact `\(key)` is not a list")
      }
    }
    for key in Self.switches {
      guard let value = tree.value(of: key, in: facts), !tree.isNull(value) else { continue }
      switch tree.json(value) {
      case .bool: break
      default: throw Problem(message: "the fact `\(key)` is neither true nor false")
      }
    }
    return tree.json(facts)
  }

  /// Facts that are Booleans.
  private static let switches = ["signed_in"]

  /// Assumptions that are lists of strings.
  private static let lists = [
    "authorized_domains", "hosting_custom_domains", "audiences", "granted", "user_unticked",
  ]

  private func now(_ node: NodeID) throws(Problem) -> Int {
    guard let value = tree.value(of: "now", in: node), !tree.isNull(value) else { return clock() }
    let json = tree.json(value)
    guard let seconds = Int(json.stringValue ?? json.text()) else {
      throw Problem(message: "`now` is not a number of seconds")
    }
    return seconds
  }
}
