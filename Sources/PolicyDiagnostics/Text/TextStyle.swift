/// Colours of the text output; empty strings without colour, so that layout is the same in both.
public struct TextStyle: Sendable {
  /// Whether escape sequences are written.
  public let hasColor: Bool
  /// Whether notes print lines of files other than that of their finding.
  public var showsOtherFiles = true

  /// A style with or without colours.
  public init(hasColor: Bool) { self.hasColor = hasColor }

  /// What a piece of text is, which decides its colour.
  public enum Role: Sendable {
    case error, warning, note, help, frame, emphasis, good
  }

  /// The text in the colour of its role (SGR, ECMA-48); severity is never told by colour alone.
  public func paint(_ text: String, _ role: Role) -> String {
    guard hasColor, !text.isEmpty else { return text }
    let code =
      switch role {
      case .error: "1;31"
      case .warning: "1;33"
      case .note: "1;36"
      case .help: "1;32"
      case .frame: "1;34"
      case .emphasis: "1"
      case .good: "32"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  /// Writes a text in the colour of its role: a report of thousands of findings makes no string for each piece.
  func write(_ text: String, _ role: Role, to output: inout String) {
    output += hasColor ? paint(text, role) : text
  }

  /// The colour of a severity.
  public func paint(_ text: String, _ severity: Severity) -> String {
    switch severity {
    case .error: paint(text, Role.error)
    case .warning: paint(text, Role.warning)
    case .note: paint(text, Role.note)
    }
  }
}
