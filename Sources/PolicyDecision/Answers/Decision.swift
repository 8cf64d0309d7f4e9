package import PolicyModel
package import PolicyText

/// What happens to a request, and why.
public struct Decision: Sendable {
  /// The outcomes of a request.
  public enum Outcome: String, Sendable, CaseIterable {
    /// The request goes through.
    case allow
    /// It is refused.
    case deny
    /// It isn't for the policies.
    case ignore
  }

  /// How sure the answer is.
  public enum Confidence: String, Sendable, CaseIterable {
    /// Follows from a specification or from the platform's source.
    case certain
    /// Concluded; the platform does not document it.
    case inferred
  }

  /// The registered value that is closest to a refused one.
  package struct Nearest: Sendable {
    package var entry: Entry
    /// Where the first difference is and what it is: "host, byte 22: `-sandbox` added".
    package var difference: String
  }

  /// One check of a decision.
  public struct TraceStep: Sendable {
    /// The outcomes of a check.
    public enum Outcome: String, Sendable, CaseIterable {
      case pass, fail
      /// Not checked or only remarked.
      case note
    }
    package var step: Step
    package var outcome: Outcome
    package var message: String
    package var source: SourceAnchor?
  }

  package var outcome: Outcome
  /// How the response travels.
  package var channel: DecisionChannel
  /// Exactly where the user is sent; nil where nothing is opened.
  package var target: ExactString?
  /// The error code that is sent or shown.
  package var error: String?
  package var reason: DecisionReason
  /// One line for people.
  package var message: String
  /// What the user sees next; nil if only the channel is known.
  package var next: String?
  package var confidence: Confidence
  /// The denial depends on a default that is assumed because the policy is silent.
  package var restsOnAssumption = false
  package var nearest: Nearest?
  /// The line that decided.
  package var source: SourceAnchor?
  /// Answer of the kind; nil where it has none.
  package var result: JSONValue?
  /// All checks in order, the deciding one last.
  package var trace: [TraceStep]

  package init(
    _ outcome: Outcome, channel: DecisionChannel, target: ExactString? = nil, error: String? = nil,
    reason: DecisionReason, message: String, next: String? = nil, confidence: Confidence = .certain,
    nearest: Nearest? = nil, source: SourceAnchor? = nil, result: JSONValue? = nil,
    trace: [TraceStep] = []
  ) {
    self.outcome = outcome
    self.channel = channel
    self.target = target
    self.error = error
    self.reason = reason
    self.message = message
    self.next = next
    self.confidence = confidence
    self.nearest = nearest
    self.source = source
    self.result = result
    self.trace = trace
  }
}
