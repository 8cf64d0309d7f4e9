import LinkPolicy

/// What reads a piece of output, and so how a character is escaped in it.
package enum OutputSyntax: Sendable {
  /// People.
  case text
  case json
  case xml
  /// The runner of a CI job: commands of our own.
  case commands

  /// A character of ASCII that stands for itself and does nothing.
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
