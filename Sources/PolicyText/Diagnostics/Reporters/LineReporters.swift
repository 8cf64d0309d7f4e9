/// One finding per line, for grep and editors: `path:line:column: severity[rule] message`.
package struct OnelineReporter: Reporter {
  package init() {}

  package func render(_ report: Report) -> String {
    var output = ""
    for diagnostic in report.diagnostics {
      let source = report.sources[diagnostic.location.file.index]
      let position = source.position(of: diagnostic.location.span.start)
      output += "\(DisplayText.visible(source.name)):\(position.line):\(position.column): "
      output += "\(diagnostic.severity.rawValue)[\(diagnostic.rule.rawValue)] "
      output += DisplayText.visible(diagnostic.message) + "\n"
    }
    return output
  }
}

/// What Xcode, SwiftPM and others read as diagnostics of a compiler: `path:line:column: error: message
/// [rule]`, and a line for each note and the help.
package struct XcodeReporter: Reporter {
  package init() {}

  package func render(_ report: Report) -> String {
    var output = ""
    for diagnostic in report.diagnostics {
      let place = Self.place(diagnostic.location, report)
      output += "\(place): \(diagnostic.severity.rawValue): "
      output += "\(DisplayText.visible(diagnostic.message)) [\(diagnostic.rule.rawValue)]\n"
      for note in diagnostic.notes where !note.isFurther {
        let place = note.location.map { Self.place($0, report) } ?? place
        output += "\(place): note: \(DisplayText.visible(note.message))\n"
      }
      if let help = diagnostic.help { output += "\(place): note: \(DisplayText.visible(help))\n" }
    }
    return output
  }

  private static func place(_ location: SourceLocation, _ report: Report) -> String {
    let source = report.sources[location.file.index]
    let position = source.position(of: location.span.start)
    return "\(DisplayText.visible(source.name)):\(position.line):\(position.column)"
  }
}
