public import PolicyText

/// A message that keeps linkpolicy's words apart from policy values, so each format can quote the
/// values in its own style.
public struct ChangeMessage: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// A piece of the message.
  public enum Part: Sendable, Hashable {
    /// Text written by linkpolicy.
    case text(String)
    /// A value from a policy or request.
    case value(ExactString)
  }

  /// The pieces in order.
  public var parts: [Part]

  /// A message without values.
  public init(stringLiteral value: String) { parts = [.text(value)] }
  /// A message with values.
  public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// Collects the pieces of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []
    /// An empty message.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Appends text written by linkpolicy.
    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.text(literal)) }
    }
    /// Appends a value from a policy.
    public mutating func appendInterpolation(_ value: ExactString) { parts.append(.value(value)) }
    /// Appends another message.
    public mutating func appendInterpolation(_ message: ChangeMessage) { parts += message.parts }
    /// Appends text written by linkpolicy, such as the name of a key.
    public mutating func appendInterpolation(words: String) { parts.append(.text(words)) }
  }

  /// The message with values in backticks.
  public var plain: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .value(let value): DisplayText.quoted(value.string)
      }
    }.joined()
  }
}
