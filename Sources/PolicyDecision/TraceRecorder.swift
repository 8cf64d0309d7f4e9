import PolicyModel
import PolicyText

/// The checks on the way to a decision, in order; the last one decides.
struct TraceRecorder {
  private var steps: [Decision.TraceStep] = []

  /// A check that the request passes.
  mutating func pass(_ step: Step, _ message: String, at source: SourceAnchor? = nil) {
    steps.append(.init(step: step, outcome: .pass, message: message, source: source))
  }

  /// Something that is not checked, or only remarked.
  mutating func note(_ step: Step, _ message: String, at source: SourceAnchor? = nil) {
    steps.append(.init(step: step, outcome: .note, message: message, source: source))
  }

  /// The decision at the last check.
  func end(
    _ outcome: Decision.Outcome, _ step: Step, _ reason: Reason, channel: String,
    error: String? = nil, message: String, target: ExactString? = nil, next: String? = nil,
    confidence: Decision.Confidence = .certain, source: SourceAnchor? = nil,
    result: JSONValue? = nil
  ) -> Decision {
    Decision(
      outcome, channel: channel, target: target, error: error, reason: reason, message: message,
      next: next, confidence: confidence, source: source, result: result,
      trace: steps + [
        .init(
          step: step, outcome: outcome == .allow ? .pass : .fail, message: message, source: source)
      ])
  }
}
