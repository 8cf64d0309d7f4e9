package import Diagnostics
package import PolicyDecision
import PolicyModel
package import SourceTree
package import TextSupport

/// Reads a request from a mapping: a line of `simulate`, the options of the command, or a test of a
/// policy. One reader for all, over the tree that JSON and YAML share.
package struct RequestReader: Sendable {
  /// Why a request cannot be read; one line for people.
  package struct Problem: Error, Sendable {
    package var message: String
  }

  private let tree: SourceTree
  private let policy: CompiledPolicy
  /// The kind of lines that name none.
  private let standardKind: String?
  private let standardEnvironment: Environment
  /// The policy of requests that name none.
  private let standardPolicy: ExactString?

  /// A reader over one document.
  package init(
    _ tree: SourceTree, policy: CompiledPolicy, standardKind: String? = nil,
    standardEnvironment: Environment = .prod, standardPolicy: ExactString? = nil
  ) {
    self.tree = tree
    self.policy = policy
    self.standardKind = standardKind
    self.standardEnvironment = standardEnvironment
    self.standardPolicy = standardPolicy
  }

  /// Reads the request that a mapping holds.
  package func read(_ node: NodeID) throws(Problem) -> Request {
    guard tree.kind(node) == .mapping else { throw Problem(message: "a request is an object") }
    guard let kind = try text("kind", node)?.string ?? standardKind else {
      throw Problem(message: "the request has no `kind`")
    }
    switch kind {
    case "authorize": return .authorize(try authorize(node))
    case "app_flip_ios": return .appFlipIOS(try appFlipIOS(node))
    case "app_flip_android": return .appFlipAndroid(try appFlipAndroid(node))
    default:
      let near = Nearest.name(to: kind, among: Self.kinds)
      throw Problem(
        message: "\(UTF8Text.quoted(kind)) is no kind of request that can be decided"
          + (near.map { "; a similar kind exists: `\($0)`" } ?? ""))
    }
  }

  /// The kinds that are decided.
  package static let kinds = ["authorize", "app_flip_ios", "app_flip_android"]

  // MARK: kinds

  private func authorize(_ node: NodeID) throws(Problem) -> AuthorizeRequest {
    let context = try context(node)
    var endpoint: ExactString?
    var parameters: Result<AuthorizationParameters, UnreadableRequest>
    if let query = try text("query", node) {
      parameters = Self.read(query)
    } else if let url = try text("url", node) {
      let parts = URIParts(url)
      endpoint = ExactString(decoding: parts.bytes(0..<parts.path.upperBound))
      parameters = Self.read(parts.text(parts.query))
    } else {
      parameters = .success(try decodedParameters(node))
    }
    if case .success(var read) = parameters, read.clientID == .missing {
      read.clientID = Parameter(try client(node, context)?.clientID.value)
      parameters = .success(read)
    }
    return AuthorizeRequest(
      context: context, parameters: parameters, endpoint: endpoint,
      outcome: try word("outcome", node) ?? .approve)
  }

  private static func read(
    _ query: ExactString
  ) -> Result<AuthorizationParameters, UnreadableRequest> {
    do throws(UnreadableRequest) {
      return .success(try QueryReader.read(query, mode: .form))
    } catch {
      return .failure(error)
    }
  }

  private func decodedParameters(_ node: NodeID) throws(Problem) -> AuthorizationParameters {
    var parameters = AuthorizationParameters()
    parameters.clientID = Parameter(try nullableText("client_id", node))
    parameters.redirectURI = Parameter(try nullableText("redirect_uri", node))
    parameters.responseType = Parameter(try nullableText("response_type", node))
    parameters.scope = Parameter(try nullableText("scope", node))
    parameters.state = Parameter(try nullableText("state", node))
    parameters.codeChallenge = Parameter(try nullableText("code_challenge", node))
    parameters.codeChallengeMethod = Parameter(try nullableText("code_challenge_method", node))
    return parameters
  }

  private func appFlipIOS(_ node: NodeID) throws(Problem) -> AppFlipIOSRequest {
    guard let url = try text("url", node) else { throw Problem(message: "the request has no `url`") }
    return AppFlipIOSRequest(
      context: try context(node), url: url, outcome: try word("outcome", node) ?? .approve)
  }

  private func appFlipAndroid(_ node: NodeID) throws(Problem) -> AppFlipAndroidRequest {
    guard let action = try text("action", node) else {
      throw Problem(message: "the request has no `action`")
    }
    guard let caller = tree.value(of: "caller", in: node), tree.kind(caller) == .mapping else {
      throw Problem(message: "the request has no `caller` with `package` and `certs`")
    }
    let extras = tree.value(of: "extras", in: node)
    if let extras, tree.kind(extras) != .mapping {
      throw Problem(message: "`extras` is not an object")
    }
    let context = try context(node)
    func extra(_ name: String) throws(Problem) -> ExactString? {
      if let extras { try nullableText(name, extras) } else { nil }
    }
    var clientID = try extra("CLIENT_ID")
    if clientID == nil { clientID = try client(node, context)?.clientID.value }
    return AppFlipAndroidRequest(
      context: context, action: action,
      caller: .init(
        package: try text("package", caller) ?? "", certificates: try texts("certs", caller) ?? []),
      clientID: clientID, scopes: try scopes(extras), redirectURI: try extra("REDIRECT_URI"),
      outcome: try word("outcome", node) ?? .approve)
  }

  /// `SCOPE` is a list in Google's newer test tool and one text in the older.
  private func scopes(_ extras: NodeID?) throws(Problem) -> [ExactString] {
    guard let extras, let value = tree.value(of: "SCOPE", in: extras), !tree.isNull(value) else { return [] }
    if tree.kind(value) == .sequence { return try texts("SCOPE", extras) ?? [] }
    return (try text("SCOPE", extras) ?? "").utf8.split(separator: 0x20).map {
      ExactString(decoding: $0)
    }
  }

  // MARK: common fields

  private func context(_ node: NodeID) throws(Problem) -> RequestContext {
    RequestContext(
      environment: try word("environment", node) ?? standardEnvironment,
      policy: try text("policy", node) ?? standardPolicy, issuer: try text("iss", node),
      code: try text("code", node) ?? "C1")
  }

  /// The client that the key `client` names, for requests that name no client ID.
  private func client(
    _ node: NodeID, _ context: RequestContext
  ) throws(Problem) -> CompiledClient? {
    guard let key = try text("client", node) else { return nil }
    let here = policy.clients[context.environment] ?? []
    let found = here.filter {
      $0.key == key && (context.policy == nil || $0.policy == context.policy)
    }
    if found.count > 1 {
      throw Problem(
        message: "\(UTF8Text.quoted(key.string)) is a client of "
          + found.map { "`\($0.policy.string)`" }.joined(separator: ", ") + ": name the `policy`")
    }
    if let client = found.first { return client }
    let near = Nearest.name(to: key.string, among: here.lazy.map { $0.key.string })
    throw Problem(
      message: "no client \(UTF8Text.quoted(key.string)) in \(context.environment.rawValue)"
        + (near.map { "; a similar client exists: `\($0)`" } ?? ""))
  }

  // MARK: fields by type

  private func text(_ key: String, _ node: NodeID) throws(Problem) -> ExactString? {
    guard let value = tree.value(of: key, in: node) else { return nil }
    guard let text = tree.string(value) else { throw Problem(message: "`\(key)` is not a string") }
    return text
  }

  private func nullableText(_ key: String, _ node: NodeID) throws(Problem) -> ExactString? {
    guard let value = tree.value(of: key, in: node), !tree.isNull(value) else { return nil }
    return try text(key, node)
  }

  private func texts(_ key: String, _ node: NodeID) throws(Problem) -> [ExactString]? {
    guard let value = tree.value(of: key, in: node) else { return nil }
    guard tree.kind(value) == .sequence else { throw Problem(message: "`\(key)` is not a list") }
    var texts: [ExactString] = []
    for item in tree.items(value) {
      guard let text = tree.string(item) else {
        throw Problem(message: "`\(key)` has an item that is not a string")
      }
      texts.append(text)
    }
    return texts
  }

  private func word<Value: RawRepresentable & CaseIterable>(
    _ key: String, _ node: NodeID
  ) throws(Problem) -> Value? where Value.RawValue == String {
    guard let text = try text(key, node) else { return nil }
    guard let value = Value(rawValue: text.string) else {
      throw Problem(
        message: "\(UTF8Text.quoted(text.string)) is no `\(key)`: one of "
          + Value.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))
    }
    return value
  }
}
