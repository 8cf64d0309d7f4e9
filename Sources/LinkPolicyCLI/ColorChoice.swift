package import LinkPolicy
import PolicyText

/// `--color`.
package enum ColorChoice: String, Sendable, CaseIterable {
  case auto, always, never
}

extension Console {
  /// The style of a stream. The first of these decides: the option, `NO_COLOR`, `FORCE_COLOR` or `CLICOLOR_FORCE`,
  /// `CLICOLOR=0`, `TERM=dumb`, and whether the stream is a terminal.
  package func style(_ choice: ColorChoice, isTerminal: Bool) -> TextStyle {
    var style = TextStyle(hasColor: hasColor(choice, isTerminal: isTerminal))
    if isTerminal { style.columns = columns(isTerminal: true) }
    return style
  }

  /// Writes findings to standard error.
  ///
  /// - Parameter end: text after the findings.
  func writeFindings(_ report: Report, _ color: ColorChoice, end: String = "") {
    let style = style(color, isTerminal: isErrorTerminal)
    writeError(report.rendered(as: .text, style: style) + end)
  }

  /// Writes a message for people to standard error. On a terminal, it wraps at words.
  func writeNotice(_ message: String) {
    let style = style(.never, isTerminal: isErrorTerminal)
    writeError(style.wrapped(message, after: 0, indent: 2) + "\n")
  }

  /// The width of text on standard output: `COLUMNS`, the width of the terminal, or 100.
  var columns: Int { columns(isTerminal: isTerminal) }

  private func columns(isTerminal: Bool) -> Int {
    let width = variable("COLUMNS").flatMap { Int($0) } ?? (isTerminal ? terminalColumns() : nil)
    return min(max(40, width ?? 100), 1_000)
  }

  /// Whether the locale has an encoding other than UTF-8, as `C` does.
  static func isASCII(_ variable: (String) -> String?) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(variable).first { !$0.isEmpty }
    return locale.map { !$0.lowercased().replacing("-", with: "").contains("utf8") } ?? false
  }

  /// Replaces drawing characters with ASCII.
  static func asciiDrawings(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 }
      ? text
      : text.map { character in
        switch character {
        case "│": "|"
        case "├": "|"
        case "└": "`"
        case "─": "-"
        case "→": "->"
        case "✓": "+"
        case "✗": "x"
        case "·": "-"
        case "…": "..."
        default: String(character)
        }
      }.joined()
  }

  private func hasColor(_ choice: ColorChoice, isTerminal: Bool) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      if let value = variable("NO_COLOR"), !value.isEmpty { return false }
      for name in ["FORCE_COLOR", "CLICOLOR_FORCE"] {
        if let value = variable(name), !value.isEmpty, value != "0" { return true }
      }
      if variable("CLICOLOR") == "0" || variable("TERM") == "dumb" { return false }
      return isTerminal
    }
  }
}
