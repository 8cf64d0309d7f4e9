/// An error of the library.
public protocol LinkPolicyError: Error, Sendable, CustomStringConvertible {
  /// A message on one line, lower case, without a final period.
  var message: String { get }
  /// The line of a policy that causes it, if any.
  var location: SourceReference? { get }
}

extension LinkPolicyError {
  /// Nil.
  public var location: SourceReference? { nil }
  /// The message, preceded by its location if it has one.
  public var description: String {
    location.map { "\($0.file):\($0.line):\($0.column): \(message)" } ?? message
  }
}
