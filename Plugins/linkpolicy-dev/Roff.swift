/// Text in the language of manual pages, mdoc(7).
enum Roff {
  /// Prose: text in backticks is bold, all other characters are literal, and each sentence starts a
  /// line.
  static func prose(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    var output = ""
    for (index, part) in parts.enumerated() {
      // A backtick without a partner is literal.
      let isCode = index % 2 == 1 && index < parts.count - 1
      if isCode {
        output += "\\fB\(code(part))\\fP"
      } else {
        output += (index % 2 == 1 ? "\\(ga" : "") + words(part)
      }
    }
    return lines(output).map(line).joined(separator: "\n")
  }

  /// Text to type exactly as written.
  static func code(_ text: some StringProtocol) -> String { escaped(text, isCode: true) }

  /// A line of literal text.
  static func codeLine(_ text: some StringProtocol) -> String { line(code(text)) }

  /// An argument of a macro, escaped to be neither a macro, nor punctuation, nor several arguments.
  static func argument(_ text: some StringProtocol) -> String {
    let escaped = code(text).split(separator: " ", omittingEmptySubsequences: false)
      .joined(separator: "\\ ").split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\\(dq")
    return text.utf8.count < 3 ? "\\&\(escaped)" : escaped
  }

  /// Breaks lines after full stops, question and exclamation marks, because formatters choose the
  /// space between sentences; and before lines become too long.
  private static func lines(_ text: String) -> [String] {
    var lines: [String] = [""]
    for word in text.split(separator: " ") {
      let last = lines.count - 1
      let isFull = lines[last].utf8.count + word.utf8.count > 77
      if let end = lines[last].last, isFull || ".?!".contains(end) {
        lines.append(String(word))
      } else {
        lines[last] += (lines[last].isEmpty ? "" : " ") + word
      }
    }
    return lines
  }

  /// Options in prose keep their dashes.
  private static func words(_ text: Substring) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false)
      .map { escaped($0, isCode: $0.hasPrefix("-") || $0.hasPrefix("(-")) }
      .joined(separator: " ")
  }

  /// A line of text, escaped if it starts like a request.
  private static func line(_ text: String) -> String {
    text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
  }

  private static func escaped(_ text: some StringProtocol, isCode: Bool) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": output += "\\e"
      case "-": output += isCode ? "\\-" : "-"
      case "'": output += isCode ? "\\(aq" : "'"
      case "`": output += "\\(ga"
      case "^": output += "\\(ha"
      case "~": output += "\\(ti"
      // Terminals without Unicode can't show an ellipsis.
      case "\u{2026}": output += "..."
      case _ where scalar.isASCII: output.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        output += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return output
  }
}
