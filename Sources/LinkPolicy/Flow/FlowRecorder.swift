import PolicyDecision
import PolicyText
import PolicyModel

/// Runs the steps of one flow, each a line of `simulate`. After a step that fails, no further step runs.
struct FlowRecorder {
  /// What an answer means for the flow.
  enum Verdict {
    case passes(String)
    /// Continues, but the platform's behavior is not documented.
    case inferred(String)
    case breaks(String)
  }

  let evaluator: RequestEvaluator
  let facts: FlowFacts
  let environment: Environment
  private(set) var steps: [SignInFlow.Step] = []
  private(set) var confidence = RequestDecision.Confidence.certain
  /// How the flow ends where that is not by its last step.
  var end: String?

  init(_ evaluator: RequestEvaluator, _ facts: FlowFacts, _ environment: Environment) {
    self.evaluator = evaluator
    self.facts = facts
    self.environment = environment
  }

  var isBroken: Bool { steps.last?.outcome == .breaks }

  var outcome: SignInFlow.Outcome {
    isBroken ? .breaks : steps.contains { $0.outcome == .inferred } ? .inferred : .completes
  }

  /// Asks one request.
  ///
  /// - Parameters:
  ///   - other: asked there and not in the environment of the flow.
  ///   - restsOnPlatform: an answer that is only inferred makes the flow so.
  /// - Returns: the answer; nil where the flow breaks here, or did before.
  @discardableResult
  mutating func ask(
    _ name: String, _ kind: RequestKind, _ fields: [(String, JSONValue?)],
    in other: Environment? = nil, restsOnPlatform: Bool = true, judge: (RequestDecision) -> Verdict
  ) -> RequestDecision? {
    guard !isBroken else { return nil }
    let request = PolicyRequest(
      kind, environment: other ?? environment, fields: fields
    ).json
    let answer = evaluator.answer(request)
    guard let decision = answer.decision else {
      let message = answer.json["message"]?.stringValue ?? "the request cannot be read"
      add(name, .breaks, message, request, answer.json, nil)
      return nil
    }
    let isInferred = decision.confidence == .inferred
    switch judge(decision) {
    case .passes(let message):
      let rests = isInferred && restsOnPlatform
      add(name, rests ? .inferred : .completes, message, request, answer.json, decision.source)
    case .inferred(let message):
      add(name, .inferred, message, request, answer.json, decision.source)
    case .breaks(let message) where decision.decision.restsOnAssumption:
      let message = "can't tell: the policy has no `authorized_domains`; without others \(message)"
      add(name, .inferred, message, request, answer.json, decision.source)
      end = "\(name): \(message)"
      return nil
    case .breaks(let message):
      if isInferred { confidence = .inferred }
      add(name, .breaks, message, request, answer.json, decision.source)
      return nil
    }
    return decision
  }

  /// Asks a request that must be allowed.
  @discardableResult
  mutating func ask(
    _ name: String, _ kind: RequestKind, _ fields: [(String, JSONValue?)]
  ) -> RequestDecision? {
    ask(name, kind, fields) { $0.isAllowed ? .passes($0.message) : .breaks($0.message) }
  }

  private mutating func add(
    _ name: String, _ outcome: SignInFlow.Outcome, _ message: String, _ request: JSONValue,
    _ answer: JSONValue, _ source: SourceReference?
  ) {
    steps.append(
      SignInFlow.Step(
        name: name, outcome: outcome, message: message, request: request, answer: answer,
        source: source))
    if outcome != .breaks, outcome == .inferred { confidence = .inferred }
  }
}
