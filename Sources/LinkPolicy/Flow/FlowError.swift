import PolicyText

/// A question about flows that cannot be answered: a name that nobody knows.
public struct FlowError: Error, Sendable, CustomStringConvertible {
  /// One line for people.
  public let message: String
  /// The message.
  public var description: String { message }

  init(_ message: String) { self.message = message }

  /// That a name is not known, with the one that was meant, or all of few.
  static func unknown(_ name: String, _ problem: String, among known: [String]) -> FlowError {
    let text = "\(UTF8Text.quoted(name)) \(problem)"
    if let near = Nearest.name(to: name, among: known) {
      return FlowError("\(text); a similar name exists: \(UTF8Text.quoted(near))")
    }
    guard !known.isEmpty else { return FlowError(text) }
    let others = known.prefix(12).map { UTF8Text.quoted($0) }.joined(separator: ", ")
    return FlowError("\(text): one of \(others)" + (known.count > 12 ? ", …" : ""))
  }
}
