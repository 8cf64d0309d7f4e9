import PolicyDecision
import PolicyModel
import PolicyText

/// Runs the steps of a flow, each with a request for `simulate`. No step runs after one that fails.
struct FlowRecorder {
  /// The result of a step.
  enum Verdict {
    case passes(String)
    /// Continues, but the platform's behavior is not documented.
    case inferred(String)
    case breaks(String)

    /// Passes or breaks with the message of a decision.
    ///
    /// - Parameter isExpected: nil if the request must be allowed.
    init(_ decision: RequestDecision, isExpected: Bool? = nil) {
      self =
        isExpected ?? decision.isAllowed ? .passes(decision.message) : .breaks(decision.message)
    }
  }

  let evaluator: RequestEvaluator
  let facts: FlowFacts
  let environment: Environment
  private(set) var steps: [SignInFlow.Step] = []
  private(set) var confidence = RequestDecision.Confidence.certain
  /// How the flow ends, if not with its last step.
  var end: String?

  var isBroken: Bool { steps.last?.outcome == .breaks }

  var outcome: SignInFlow.Outcome {
    isBroken ? .breaks : steps.contains { $0.outcome == .inferred } ? .inferred : .completes
  }

  /// Runs a step with one request.
  ///
  /// - Parameters:
  ///   - other: the environment of the request, if it isn't that of the flow.
  ///   - restsOnPlatform: whether an inferred decision makes the flow inferred.
  /// - Returns: the decision; nil if the flow breaks here or broke before.
  @discardableResult
  mutating func step(
    _ name: String, _ kind: RequestKind, _ fields: [(String, JSONValue?)],
    in other: Environment? = nil, restsOnPlatform: Bool = true, check: (RequestDecision) -> Verdict
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
    switch check(decision) {
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

  /// Runs a step whose request must be allowed.
  @discardableResult
  mutating func step(
    _ name: String, _ kind: RequestKind, _ fields: [(String, JSONValue?)]
  ) -> RequestDecision? {
    step(name, kind, fields) { Verdict($0) }
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

/// The result of a step that opens a link.
enum LinkVerdict {
  /// The link must open one of our apps.
  ///
  /// - Parameters:
  ///   - app: its app ID or package name; nil if the policy has none in the environment.
  ///   - isElsewhere: whether the policies contain no association files, so the host's files are
  ///     unknown.
  ///   - only: the other environment, if the host belongs to it alone.
  static func opens(
    _ app: ExactString?, isElsewhere: Bool, only: Environment? = nil, _ decision: RequestDecision
  ) -> FlowRecorder.Verdict {
    guard let app else {
      return .breaks("the policy has no such app in this environment")
    }
    let name = DisplayText.quoted(app.string)
    guard case .array(let opens)? = decision.result?["opens"],
      opens.contains(.string(app.string))
    else {
      if isElsewhere, decision.reason == .hostUnknown {
        return .inferred(
          "can't tell whether the link opens \(name): "
            + "the policies don't contain the association files of its host")
      }
      let other = decision.result?["app"]?.stringValue
      return .breaks(
        other.map { "\(DisplayText.quoted($0)) opens the link, not \(name)" } ?? decision.message)
    }
    guard opens.count == 1 else {
      return .inferred("\(name) is one of \(opens.count) apps that may open the link")
    }
    if let only {
      return .inferred(
        "\(name) opens the link: `domains` has the host only for \(only.rawValue)")
    }
    return .passes("\(name) opens the link")
  }

  /// The link must stay in the browser.
  static func staysInBrowser(_ decision: RequestDecision) -> FlowRecorder.Verdict {
    guard let app = decision.result?["app"]?.stringValue else {
      return .passes("the link opens the browser")
    }
    return .inferred("\(DisplayText.quoted(app)) opens the link, which is meant for the browser")
  }
}
