package import PolicyDecision
public import PolicyText
import PolicyModel

/// What happens to a request, why, and which line of a policy decides.
public struct RequestDecision: Sendable {
  /// The outcomes of a request.
  public enum Outcome: String, Sendable, CaseIterable {
    /// The request goes through.
    case allow
    /// It is refused.
    case deny
    /// It is not for the policies: the platform does not even ask.
    case ignore

    init(_ outcome: Decision.Outcome) {
      switch outcome {
      case .allow: self = .allow
      case .deny: self = .deny
      case .ignore: self = .ignore
      }
    }
  }

  /// How sure an answer is.
  public enum Confidence: String, Sendable, CaseIterable {
    /// Follows from a specification or from the platform's source.
    case certain
    /// Concluded; the platform does not document it.
    case inferred
  }

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
    /// What came of a check.
    public enum Outcome: String, Sendable, CaseIterable {
      case pass, fail
      /// Not checked, or only remarked.
      case note
    }

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
  /// The kind of the request: `authorize`, `universal_link`, …
  public let kind: String
  private let id: JSONValue
  private let withTrace: Bool

  init(
    _ decision: Decision, kind: String, id: JSONValue, in workspace: Workspace, withTrace: Bool
  ) {
    self.decision = decision
    self.workspace = workspace
    self.id = id
    self.withTrace = withTrace
    self.kind = kind
  }

  /// The outcome.
  public var outcome: Outcome { Outcome(decision.outcome) }

  /// True when the request goes through.
  public var isAllowed: Bool { decision.outcome == .allow }

  /// The id of the reason, one of `RuleCatalogue.reasons`: `redirect-uri-not-registered`, …
  public var reason: String { decision.reason.rawValue }

  /// One line for people.
  public var message: String { decision.message }

  /// How the answer travels: `redirect`, `local_error`, `open_universal_link`, `intent_result`, …
  public var channel: String { decision.channel }

  /// Exactly where the user is sent; nil where nothing is opened.
  public var target: String? { decision.target?.string }

  /// The error code that is sent or shown.
  public var error: String? { decision.error }

  /// What the app has to do next; nil if only the channel is known.
  public var next: String? { decision.next }

  /// What the user sees next; nil where that is not known.
  public var userSees: String? { decision.userSees }

  /// How sure the answer is.
  public var confidence: Confidence { decision.confidence == .certain ? .certain : .inferred }

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
      let outcome: Step.Outcome =
        switch step.outcome {
        case .pass: .pass
        case .fail: .fail
        case .note: .note
        }
      return Step(
        name: step.step.rawValue, outcome: outcome, message: step.message,
        source: step.source.flatMap { workspace.source(of: $0) })
    }
  }

  /// The answer of `simulate --format json` (`Schemas/simulate.schema.json`).
  public var json: JSONValue {
    DecisionJSON.json(
      decision, id: id, kind: kind, workspace: workspace, withTrace: withTrace)
  }
}
