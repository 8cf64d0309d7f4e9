import LinkPolicy

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
