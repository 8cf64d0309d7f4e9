import PolicyModel
import PolicyText

/// The checks of a decision in order; the last one decides.
struct TraceRecorder: StepRecorder {
  private var steps: [Decision.TraceStep] = []
  private let isRecording: Bool
  /// Steps that go by what the platform is assumed to have.
  var assumed: [Step] = []

  /// A recorder for one request, which keeps nothing where no trace is wanted.
  init(_ context: RequestContext) { isRecording = context.isTraced }

  /// A recorder for an answer that is a single check.
  init() { isRecording = true }

  mutating func record(
    _ step: Step, at source: @autoclosure () -> SourceAnchor?,
    _ check: () -> (outcome: Decision.TraceStep.Outcome, message: String)
  ) {
    guard isRecording else { return }
    let (outcome, message) = check()
    steps.append(.init(step: step, outcome: outcome, message: message, source: source()))
  }

  /// The decision at the last check.
  ///
  /// - Parameter remark: what the trace says of the last check, where that is not the message.
  func end(
    _ outcome: Decision.Outcome, _ step: Step, _ reason: Reason, channel: String,
    error: String? = nil, message: String, remark: String? = nil, target: ExactString? = nil,
    next: String? = nil, confidence: Decision.Confidence = .certain,
    nearest: Decision.Nearest? = nil, source: SourceAnchor? = nil, result: JSONValue? = nil
  ) -> Decision {
    var trace = steps
    if isRecording {
      trace.append(
        .init(
          step: step, outcome: outcome == .allow ? .pass : .fail,
          message: remark ?? message, source: source))
    }
    var decision = Decision(
      outcome, channel: channel, target: target, error: error, reason: reason, message: message,
      next: next, confidence: confidence, nearest: nearest, source: source, result: result,
      trace: trace)
    decision.restsOnAssumption = outcome != .allow && assumed.contains(step)
    return decision
  }
}
