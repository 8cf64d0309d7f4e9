import PolicyModel
import PolicyText

/// A check of a request, named after what it checks.
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
  /// Steps that depend on defaults of the platform.
  var assumed: [Step] = []

  /// Creates a recorder that keeps the steps or only the decision.
  init(isRecording: Bool = true) { self.isRecording = isRecording }

  /// Creates a recorder for a request, which keeps the steps only if the request is traced.
  init(_ context: RequestContext) { self.init(isRecording: context.isTraced) }

  /// A check that the request passes.
  @inline(__always) mutating func pass(
    _ step: Step, _ message: @autoclosure () -> String,
    at source: @autoclosure () -> SourceAnchor? = nil
  ) {
    record(step, at: source()) { (.pass, message()) }
  }

  /// A check that isn't made, or a remark.
  @inline(__always) mutating func note(
    _ step: Step, _ message: @autoclosure () -> String,
    at source: @autoclosure () -> SourceAnchor? = nil
  ) {
    record(step, at: source()) { (.note, message()) }
  }

  /// A check and its result, which is evaluated only if the steps are kept.
  @inline(__always) mutating func record(
    _ step: Step, at source: @autoclosure () -> SourceAnchor?,
    _ check: () -> (outcome: Decision.TraceStep.Outcome, message: String)
  ) {
    guard isRecording else { return }
    let (outcome, message) = check()
    steps.append(.init(step: step, outcome: outcome, message: message, source: source()))
  }

  /// The decision of the last check.
  ///
  /// - Parameter remark: the message of the last check in the trace, if it differs from the
  ///   decision's.
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
