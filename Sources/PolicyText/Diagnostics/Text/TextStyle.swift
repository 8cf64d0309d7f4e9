/// The ANSI colors of text output; empty strings if colors are off.
package struct TextStyle: Sendable {
  /// Whether to write escape sequences.
  package let hasColor: Bool
  /// Whether notes show lines of other files than the finding's.
  package var showsOtherFiles = true
  /// The width of the terminal; nil if the output isn't one. On a terminal, long lines wrap, and repeated findings are
  /// grouped.
  package var columns: Int?

  /// Creates a style with or without colors.
  package init(hasColor: Bool) { self.hasColor = hasColor }

  /// The role of a piece of text, which determines its color.
  package enum Role: Sendable {
    case error, warning, note, help, frame, emphasis, good, neutral

    init(_ severity: Severity) {
      switch severity {
      case .error: self = .error
      case .warning: self = .warning
      case .note: self = .note
      }
    }
  }

  /// The text in the color of its role (SGR, ECMA-48). Severity is never indicated by color alone.
  package func paint(_ text: String, _ role: Role) -> String {
    guard hasColor, !text.isEmpty else { return text }
    return "\(Self.start(role))\(text)\(Self.end)"
  }

  /// The text as a terminal link (OSC 8) if colors are on.
  func linked(_ text: String, to page: String?) -> String {
    guard let page, hasColor, columns != nil else { return text }
    return "\u{1B}]8;;\(page)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }

  /// Wraps text to fit the terminal; unchanged if the output isn't one.
  ///
  /// - Parameters:
  ///   - used: the width of the text before it.
  ///   - indent: the indentation of further lines.
  package func wrapped(_ text: String, after used: Int, indent: Int) -> String {
    guard let columns else { return text }
    return WrappedText.lines(text, width: columns - indent, first: columns - used)
      .joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  func write(_ text: String, _ role: Role, to output: inout TextOutput) {
    guard !text.isEmpty else { return }
    write(role, to: &output) { $0 += text }
  }

  /// Writes the output of `body`, which must not be empty, in the color of a role.
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
    case .neutral: "\u{1B}[90m"
    }
  }

  private static let end = "\u{1B}[0m"

  /// The text in the color of a severity.
  package func paint(_ text: String, _ severity: Severity) -> String {
    paint(text, Role(severity))
  }
}

/// A buffer of UTF-8 output.
struct TextOutput {
  private var bytes: [UInt8] = []

  /// The output so far.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The number of bytes so far.
  var count: Int { bytes.count }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  static func += (output: inout TextOutput, text: String) {
    output.bytes.append(text)
  }

  /// Writes a literal without reference counting.
  mutating func write(_ literal: StaticString) { bytes.append(literal: literal) }

  /// Writes a part of a file.
  mutating func append(_ part: ArraySlice<UInt8>) { bytes.append(contentsOf: part) }

  /// Writes an ASCII character several times; not at all if the number is less than one.
  mutating func append(_ character: UInt8, times count: Int) {
    for _ in 0..<max(0, count) { bytes.append(character) }
  }
}
