public import PolicyDecision
public import PolicyModel
public import PolicyText

/// What happens to a request, why, and which line of a policy decides.
public struct RequestDecision: Sendable {
  /// The outcomes of a request.
  public typealias Outcome = Decision.Outcome
  /// How sure a decision is.
  public typealias Confidence = Decision.Confidence

  /// The registered value that is closest to a refused one.
  public struct Nearest: Sendable, Equatable {
    /// The value.
    public let value: String
    /// Where the first difference is and what it is: "host, byte 22: `-sandbox` added".
    public let difference: String
    /// The location of the value.
    public let source: SourceReference?
  }

  /// One check of a decision.
  public struct Step: Sendable, Equatable {
    /// The outcomes of a check.
    public typealias Outcome = Decision.TraceStep.Outcome

    /// What was checked: `client`, `redirect_uri`, …
    public let name: String
    /// What came of it.
    public let outcome: Outcome
    /// One line for people.
    public let message: String
    /// The line that was evaluated.
    public let source: SourceReference?
  }

  package let decision: Decision
  let workspace: Workspace
  /// The type of the request.
  public let kind: RequestKind
  private let id: JSONValue
  private let withTrace: Bool

  init(
    _ decision: Decision, kind: RequestKind, id: JSONValue, in workspace: Workspace, withTrace: Bool
  ) {
    self.decision = decision
    self.workspace = workspace
    self.id = id
    self.withTrace = withTrace
    self.kind = kind
  }

  /// The outcome.
  public var outcome: Outcome { decision.outcome }

  /// True when the request goes through.
  public var isAllowed: Bool { decision.outcome == .allow }

  /// Why it was decided so.
  public var reason: DecisionReason { decision.reason }

  /// One line for people.
  public var message: String { decision.message }

  /// How the response travels.
  public var channel: DecisionChannel { decision.channel }

  /// Exactly where the user is sent; nil where nothing is opened.
  public var target: String? { decision.target?.string }

  /// The error code that is sent or shown.
  public var error: String? { decision.error }

  /// What the app has to do next; nil if only the channel is known.
  public var next: String? { decision.next }

  /// What the user sees next; nil where that is not known.
  public var userSees: String? { decision.userSees }

  /// How sure the answer is.
  public var confidence: Confidence { decision.confidence }

  /// The registered value that is closest to a refused one.
  public var nearest: Nearest? {
    decision.nearest.map {
      Nearest(
        value: $0.entry.value.string, difference: $0.difference,
        source: workspace.source(of: $0.entry.anchor))
    }
  }

  /// The line that decided; nil where none did.
  public var source: SourceReference? { decision.source.flatMap { workspace.source(of: $0) } }

  /// The result of this request type; nil if it has none.
  public var result: JSONValue? { decision.result }

  /// All checks in order, the deciding one last.
  public var trace: [Step] {
    decision.trace.map { step in
      Step(
        name: step.step.rawValue, outcome: step.outcome, message: step.message,
        source: step.source.flatMap { workspace.source(of: $0) })
    }
  }

  /// The answer of `simulate --format json` (`Schemas/simulate.schema.json`).
  public var json: JSONValue {
    DecisionJSON.json(
      decision, id: id, kind: kind, workspace: workspace, withTrace: withTrace)
  }
}
