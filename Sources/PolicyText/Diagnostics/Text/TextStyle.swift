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
    return "\(Self.start(role))\(text)\(Self.end)"
  }

  /// Writes a text in the colour of its role: a report of thousands of findings makes no string for each piece.
  func write(_ text: String, _ role: Role, to output: inout TextOutput) {
    guard !text.isEmpty else { return }
    write(role, to: &output) { $0 += text }
  }

  /// Writes what `body` writes, which is something, in the colour of a role.
  func write(_ role: Role, to output: inout TextOutput, _ body: (inout TextOutput) -> Void) {
    if hasColor { output += Self.start(role) }
    body(&output)
    if hasColor { output += Self.end }
  }

  private static func start(_ role: Role) -> String {
    switch role {
    case .error: "\u{1B}[1;31m"
    case .warning: "\u{1B}[1;33m"
    case .note: "\u{1B}[1;36m"
    case .help: "\u{1B}[1;32m"
    case .frame: "\u{1B}[1;34m"
    case .emphasis: "\u{1B}[1m"
    case .good: "\u{1B}[32m"
    }
  }

  private static let end = "\u{1B}[0m"

  /// The colour of a severity.
  public func paint(_ text: String, _ severity: Severity) -> String {
    switch severity {
    case .error: paint(text, Role.error)
    case .warning: paint(text, Role.warning)
    case .note: paint(text, Role.note)
    }
  }
}
