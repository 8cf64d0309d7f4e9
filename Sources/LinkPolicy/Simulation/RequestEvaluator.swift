public import PolicyDecision
public import PolicyModel
public import PolicyText

/// Decides requests with the policies of a project, which are compiled once.
public struct RequestEvaluator: Sendable {
  /// The decision on a request, or the error if it can't be read.
  public struct Answer: Sendable {
    /// nil if the request can't be read.
    public let decision: RequestDecision?
    /// The decision, or an object with `error` and `message`.
    public let json: JSONValue

    /// The error for a line that exceeds the limit.
    package static func tooLong(limit: Int) -> Answer {
      Answer(
        decision: nil,
        json: DecisionJSON.invalid(id: .null, "the line has more than \(limit) bytes"))
    }
  }

  private let workspace: Workspace
  let policy: CompiledPolicy
  private let defaultKind: RequestKind?
  private let withTrace: Bool

  /// The names of the request types.
  package static var kinds: [String] { RequestKind.allCases.map(\.rawValue) }

  /// Creates an evaluator for the policies of a project, without entries that have errors.
  ///
  /// - Parameters:
  ///   - defaultKind: the type of JSON requests without `kind`.
  ///   - withTrace: whether decisions contain all checks.
  public init(
    _ project: Project, defaultKind: RequestKind? = nil, withTrace: Bool = false
  ) {
    workspace = project.workspace
    policy = project.compiled
    self.defaultKind = defaultKind
    self.withTrace = withTrace
  }

  /// Decides a request.
  ///
  /// - Throws: `RequestError` for an invalid request.
  public func decide(_ request: PolicyRequest) throws(RequestError) -> RequestDecision {
    try decide(request.json)
  }

  /// Decides a request in the format of a line of `simulate --requests`.
  ///
  /// - Throws: `RequestError` for an invalid request.
  public func decide(_ request: JSONValue) throws(RequestError) -> RequestDecision {
    try decide(JSONReader.read(request))
  }

  /// Decides a line of `simulate --requests`; never fails.
  public func answer(line: [UInt8]) -> Answer {
    answer(JSONReader.read(SourceFile(name: "-", bytes: line), file: FileID(0)))
  }

  /// Decides a request that is a JSON object; never fails.
  public func answer(_ request: JSONValue) -> Answer { answer(JSONReader.read(request)) }

  private func answer(_ request: ReadResult) -> Answer {
    do throws(RequestError) {
      let decision = try decide(request)
      return Answer(decision: decision, json: decision.json)
    } catch {
      return Answer(
        decision: nil,
        json: DecisionJSON.invalid(id: Self.id(of: request), error.message, code: error.code))
    }
  }

  /// Adds the parameters that a client always sends to its authorization request: a response type,
  /// a state and a code challenge. A raw query or URL stays unchanged.
  ///
  /// - Returns: the request, and the names of the added parameters.
  package func completed(_ request: JSONValue) -> (request: JSONValue, added: [String]) {
    guard case .object(var fields) = request, request["query"] == nil, request["url"] == nil,
      let key = request["client"]?.stringValue,
      let environment = Environment(rawValue: request["environment"]?.stringValue ?? "prod"),
      let client = policy.clients(
        key: ExactString(key), in: environment,
        policy: request["policy"]?.stringValue.map { ExactString($0) }
      ).first
    else { return (request, []) }
    var parameters: [(String, String)] = [
      ("response_type", client.responseTypes.first?.string ?? "code"),
      ("state", WitnessRequests.state.string),
    ]
    if client.requiresPKCE, request["code_challenge"] == nil {
      let methods = client.codeChallengeMethods
      parameters += [
        ("code_challenge", WitnessRequests.challenge.string),
        (
          "code_challenge_method",
          methods.contains("S256") ? "S256" : methods.first?.string ?? "S256"
        ),
      ]
    }
    parameters.removeAll { request[$0.0] != nil }
    fields += parameters.map { (key: $0.0, value: .string($0.1)) }
    return (.object(fields), parameters.map(\.0))
  }

  private func decide(_ read: ReadResult) throws(RequestError) -> RequestDecision {
    if let problem = read.diagnostics.first { throw RequestError(message: problem.message) }
    guard let root = read.tree.root else { throw RequestError(message: "the line is empty") }
    let request = try RequestReader(
      read.tree, policy: policy, defaultKind: defaultKind, isTraced: withTrace
    ).read(root)
    return RequestDecision(
      decision: policy.decide(request), workspace: workspace, kind: request.kind,
      id: Self.id(of: read), withTrace: withTrace)
  }

  private static func id(of read: ReadResult) -> JSONValue {
    let tree = read.tree
    return tree.root.flatMap { tree.value(of: "id", in: $0) }.map { tree.json($0) } ?? .null
  }
}

extension Project {
  /// Decides one request, with all checks in the trace.
  ///
  /// Compiles the policies each time; for many requests, keep a `RequestEvaluator`.
  ///
  /// - Throws: `RequestError` for an invalid request.
  public func decide(_ request: PolicyRequest) throws(RequestError) -> RequestDecision {
    try RequestEvaluator(self, withTrace: true).decide(request)
  }
}
