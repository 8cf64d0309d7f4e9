import PolicyModel
import PolicyText

/// A check of a request, by the name of what is checked.
package struct Step: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral {
  /// The name in JSON: a request field or a name for the check.
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package init(stringLiteral value: String) { rawValue = value }

  package static let link: Step = "link"
  package static let request: Step = "request"
  package static let caller: Step = "caller"
  package static let clientID: Step = "client_id"
  package static let redirectURI: Step = "redirect_uri"
  package static let responseType: Step = "response_type"
  package static let state: Step = "state"
  package static let scope: Step = "scope"
  package static let codeChallenge: Step = "code_challenge"
  package static let host: Step = "host"
  package static let rules: Step = "rules"
  package static let outcome: Step = "outcome"
}

/// The checks of a decision in order; the last one decides.
struct TraceRecorder {
  private var steps: [Decision.TraceStep] = []
  private let isRecording: Bool
  /// Steps that go by what the platform is assumed to have.
  var assumed: [Step] = []

  /// A recorder that keeps the steps only if they are wanted.
  init(isRecording: Bool = true) { self.isRecording = isRecording }

  /// A recorder for one request, which keeps nothing where no trace is wanted.
  init(_ context: RequestContext) { self.init(isRecording: context.isTraced) }

  /// A check that the request passes.
  @inline(__always) mutating func pass(
    _ step: Step, _ message: @autoclosure () -> String,
    at source: @autoclosure () -> SourceAnchor? = nil
  ) {
    record(step, at: source()) { (.pass, message()) }
  }

  /// Something that is not checked, or only remarked.
  @inline(__always) mutating func note(
    _ step: Step, _ message: @autoclosure () -> String,
    at source: @autoclosure () -> SourceAnchor? = nil
  ) {
    record(step, at: source()) { (.note, message()) }
  }

  /// A check, and what came of it; asked for its words only where they are kept.
  @inline(__always) mutating func record(
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
    _ outcome: Decision.Outcome, _ step: Step, _ reason: DecisionReason, channel: DecisionChannel,
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
