package import PolicyModel
package import PolicyText

/// The outcome of a request and its reason.
public struct Decision: Sendable {
  /// The outcomes of a request.
  public enum Outcome: String, Sendable, CaseIterable {
    /// The request is accepted.
    case allow
    /// The request is rejected.
    case deny
    /// The policies don't apply to the request.
    case ignore
  }

  /// How certain a decision is.
  public enum Confidence: String, Sendable, CaseIterable {
    /// Follows from a specification or from the platform's source.
    case certain
    /// Inferred: the platform doesn't document it.
    case inferred
  }

  /// The registered value that is most similar to a rejected one.
  package struct Nearest: Sendable {
    package var entry: Entry
    /// The first difference with its location: "host, byte 22: `-sandbox` added".
    package var difference: String
  }

  /// One check of a decision.
  public struct TraceStep: Sendable {
    /// The outcomes of a check.
    public enum Outcome: String, Sendable, CaseIterable {
      case pass, fail
      /// Not evaluated, or only a remark.
      case note
    }
    package var step: Step
    package var outcome: Outcome
    package var message: String
    package var source: SourceAnchor?
  }

  package var outcome: Outcome
  /// How the response is delivered.
  package var channel: DecisionChannel
  /// The URL that the user is sent to; nil if no URL opens.
  package var target: ExactString?
  /// The error code that is sent or shown.
  package var error: String?
  package var reason: DecisionReason
  /// A message on one line.
  package var message: String
  /// What the app must do next; nil if only the channel is known.
  package var next: String?
  package var confidence: Confidence
  /// Whether the denial depends on a default of the platform, because the policy doesn't set a
  /// value.
  package var restsOnAssumption = false
  package var nearest: Nearest?
  /// The deciding line.
  package var source: SourceAnchor?
  /// The result of the request type; nil if it has none.
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

/// Builds the URL of a response.
package enum ResponseURL {
  /// Appends parameters to a redirect URI and keeps its query (RFC 6749 section 3.1.2).
  ///
  /// Form decoders and plain percent-decoders decode the result the same way.
  package static func build(
    _ redirectURI: ExactString, _ parameters: [(name: String, value: ExactString?)]
  ) -> ExactString {
    var output = redirectURI.string
    var separator: String
    if redirectURI.contains(UInt8(ascii: "?")) {
      separator =
        redirectURI.utf8.last == UInt8(ascii: "?") || redirectURI.utf8.last == UInt8(ascii: "&")
        ? "" : "&"
    } else {
      separator = "?"
    }
    for (name, value) in parameters {
      guard let value else { continue }
      output += separator + name + "="
      PercentEncoding.append(value.string, to: &output)
      separator = "&"
    }
    return ExactString(output)
  }
}
