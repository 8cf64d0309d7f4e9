import PolicyDecision
import PolicyModel
import PolicyText

/// Runs the steps of one flow, each a line of `simulate`. After a step that fails, no further step runs.
struct FlowRecorder {
  /// What an answer means for the flow.
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
  /// How the flow ends where that is not by its last step.
  var end: String?

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
    ask(name, kind, fields) { Verdict($0) }
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

/// What the answer about a link means for a flow.
enum LinkVerdict {
  /// The link must open one app of ours.
  ///
  /// - Parameters:
  ///   - app: its app ID or package name; nil where the policy has none in the environment.
  ///   - isElsewhere: the policies keep no association files: what is on the host is not known.
  ///   - only: the other environment, where the host belongs to it alone.
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
          "the policies have no association files: whether the link opens \(name) "
            + "is up to those of its host")
      }
      let other = decision.result?["app"]?.stringValue
      return .breaks(
        other.map { "\(DisplayText.quoted($0)) opens the link, not \(name)" } ?? decision.message)
    }
    guard opens.count == 1 else {
      return .inferred("\(name) opens the link, or another of \(opens.count) apps that may")
    }
    if let only {
      return .inferred(
        "\(name) opens the link by the file of \(only.rawValue): `domains` has the host there only")
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
