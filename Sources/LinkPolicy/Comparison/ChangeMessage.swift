public import PolicyText

/// A message that keeps linkpolicy's words apart from policy values, so that each format can quote the values
/// in its own style.
public struct ChangeMessage: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// A piece of the line.
  public enum Part: Sendable, Hashable {
    /// Words of linkpolicy.
    case text(String)
    /// A text of a policy or of a request.
    case value(ExactString)
  }

  /// The pieces in order.
  public var parts: [Part]

  /// Words without values.
  public init(stringLiteral value: String) { parts = [.text(value)] }
  /// Words and values.
  public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// Collects the pieces of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []
    /// An empty message.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Words of linkpolicy.
    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.text(literal)) }
    }
    /// A text of a policy.
    public mutating func appendInterpolation(_ value: ExactString) { parts.append(.value(value)) }
    /// Another message.
    public mutating func appendInterpolation(_ message: ChangeMessage) { parts += message.parts }
    /// Words of linkpolicy, not of a policy.
    public mutating func appendInterpolation(words: String) { parts.append(.text(words)) }
  }

  /// The line, values in backticks.
  public var plain: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .value(let value): DisplayText.quoted(value.string)
      }
    }.joined()
  }
}
