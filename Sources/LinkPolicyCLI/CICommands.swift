import LinkPolicy

/// Escapes text that a CI runner would read as workflow commands.
///
/// GitHub Actions reads `::name::` at the start of a line, after whitespace, and `##[name]`
/// anywhere; Azure Pipelines reads `##vso[name]` and `##[name]` anywhere. Both also read standard
/// error, and treat a lone carriage return as the end of a line.
enum CICommands {
  /// The variables that CI runners set.
  private static let variables = ["GITHUB_ACTIONS", "TF_BUILD"]

  /// Whether a CI runner reads the output.
  static func areRead(_ variable: (String) -> String?) -> Bool {
    variables.contains { !(variable($0) ?? "").isEmpty }
  }

  /// Escapes the first character of each command: as `\u{23}` in text for people, and in JSON and
  /// XML with an escape that doesn't change any value.
  ///
  /// - Parameter text: a piece of output, which is assumed to start on a new line.
  static func neutralized(_ text: String, as syntax: OutputSyntax = .text) -> String {
    guard syntax != .commands, mayHoldCommand(text.utf8) else { return text }
    var output = ""
    var isAtStart = true
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if isCommand(rest, isAtStart: isAtStart) {
        output += syntax.escaped(scalar)
      } else {
        output.unicodeScalars.append(scalar)
      }
      isAtStart = scalar == "\n" || scalar == "\r" || isAtStart && scalar.properties.isWhitespace
      rest.removeFirst()
    }
    return output
  }

  private static func mayHoldCommand(_ bytes: String.UTF8View) -> Bool {
    var last: UInt8 = 0
    for byte in bytes {
      if byte == last, byte == UInt8(ascii: ":") || byte == UInt8(ascii: "#") { return true }
      last = byte
    }
    return false
  }

  private static func isCommand(
    _ rest: String.UnicodeScalarView.SubSequence, isAtStart: Bool
  ) -> Bool {
    switch rest.first {
    case ":"?: isAtStart && rest.starts(with: "::".unicodeScalars)
    case "#"?:
      rest.starts(with: "##[".unicodeScalars) || rest.starts(with: "##vso[".unicodeScalars)
    default: false
    }
  }
}

/// The syntax of output, which determines how a character is escaped.
package enum OutputSyntax: Sendable {
  case text
  case json
  case xml
  /// Workflow commands for a CI runner.
  case commands

  /// Escapes an ASCII character.
  func escaped(_ scalar: Unicode.Scalar) -> String {
    let hex = String(scalar.value, radix: 16, uppercase: true)
    return switch self {
    case .text: "\\u{\(hex)}"
    case .json: "\\u00\(hex)"
    case .xml: "&#x\(hex);"
    case .commands: String(Character(scalar))
    }
  }
}

extension ReportFormat {
  var syntax: OutputSyntax {
    switch self {
    case .text, .oneline, .xcode: .text
    case .json, .sarif, .gitlab: .json
    case .junit, .checkstyle: .xml
    case .github: .commands
    }
  }
}
