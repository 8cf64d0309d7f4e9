/// Why a request cannot be read.
public struct RequestError: Error, Sendable, CustomStringConvertible {
  /// The `error` of the answer: `invalid_line`, `ambiguous_policy`.
  public internal(set) var code = "invalid_line"
  /// One line for people.
  public internal(set) var message: String
  /// The message.
  public var description: String { message }
}
