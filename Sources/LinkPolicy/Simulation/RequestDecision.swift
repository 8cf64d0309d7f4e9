public import PolicyDecision
public import PolicyModel
public import PolicyText

/// The decision on a request, its reason, and the deciding line of a policy.
public struct RequestDecision: Sendable {
  /// The outcomes of a request.
  public typealias Outcome = Decision.Outcome
  /// The confidence of a decision.
  public typealias Confidence = Decision.Confidence

  /// The registered value that is most similar to a rejected one.
  public struct Nearest: Sendable, Equatable {
    /// The value.
    public let value: String
    /// The first difference with its location: "host, byte 22: `-sandbox` added".
    public let difference: String
    /// The location of the value.
    public let source: SourceReference?
  }

  /// One check of a decision.
  public struct Step: Sendable, Equatable {
    /// The outcomes of a check.
    public typealias Outcome = Decision.TraceStep.Outcome

    /// The checked property: `client`, `redirect_uri`, …
    public let name: String
    /// The result of the check.
    public let outcome: Outcome
    /// A message on one line.
    public let message: String
    /// The line that was evaluated.
    public let source: SourceReference?
  }

  package let decision: Decision
  let workspace: Workspace
  /// The type of the request.
  public let kind: RequestKind
  let id: JSONValue
  let withTrace: Bool

  /// The outcome.
  public var outcome: Outcome { decision.outcome }

  /// True if the outcome is `allow`.
  public var isAllowed: Bool { decision.outcome == .allow }

  /// The reason for the outcome.
  public var reason: DecisionReason { decision.reason }

  /// A message on one line.
  public var message: String { decision.message }

  /// How the response is delivered.
  public var channel: DecisionChannel { decision.channel }

  /// The URL that the user is sent to; nil if no URL opens.
  public var target: String? { decision.target?.string }

  /// The error code that is sent or shown.
  public var error: String? { decision.error }

  /// What the app must do next; nil if only the channel is known.
  public var next: String? { decision.next }

  /// What the user sees next; nil if unknown.
  public var userSees: String? { decision.userSees }

  /// How certain the decision is.
  public var confidence: Confidence { decision.confidence }

  /// The registered value that is most similar to a rejected one.
  public var nearest: Nearest? {
    decision.nearest.map {
      Nearest(
        value: $0.entry.value.string, difference: $0.difference,
        source: workspace.source(of: $0.entry.anchor))
    }
  }

  /// The deciding line; nil if there is none.
  public var source: SourceReference? { decision.source.flatMap { workspace.source(of: $0) } }

  /// The result of the request type; nil if it has none.
  public var result: JSONValue? { decision.result }

  /// All checks in order, the deciding one last.
  public var trace: [Step] {
    decision.trace.map { step in
      Step(
        name: step.step.rawValue, outcome: step.outcome, message: step.message,
        source: step.source.flatMap { workspace.source(of: $0) })
    }
  }

  /// The output of `simulate --format json` (`Schemas/simulate.schema.json`).
  public var json: JSONValue {
    DecisionJSON.json(
      decision, id: id, kind: kind, workspace: workspace, withTrace: withTrace)
  }
}
