/// One finding per line, for grep and editors: `path:line:column: severity[rule] message`.
package struct OnelineReporter: Reporter {
  package init() {}

  package func render(_ report: Report) -> String {
    var output = ""
    for diagnostic in report.diagnostics {
      output += "\(report.place(diagnostic.location)): "
      output += "\(diagnostic.severity.rawValue)[\(diagnostic.rule.rawValue)] "
      output += DisplayText.visible(diagnostic.message) + "\n"
    }
    return output
  }
}

/// Compiler diagnostics as Xcode, SwiftPM and others parse them: `path:line:column: error: message
/// [rule]`, followed by lines for the notes and the help.
package struct XcodeReporter: Reporter {
  package init() {}

  package func render(_ report: Report) -> String {
    var output = ""
    for diagnostic in report.diagnostics {
      let place = report.place(diagnostic.location)
      output += "\(place): \(diagnostic.severity.rawValue): "
      output += "\(DisplayText.visible(diagnostic.message)) [\(diagnostic.rule.rawValue)]\n"
      for note in diagnostic.notes where !note.isFurther {
        let place = note.location.map { report.place($0) } ?? place
        output += "\(place): note: \(DisplayText.visible(note.message))\n"
      }
      if let help = diagnostic.help { output += "\(place): note: \(DisplayText.visible(help))\n" }
    }
    return output
  }
}

extension Report {
  /// `path:line:column` of a location.
  fileprivate func place(_ location: SourceLocation) -> String {
    let source = sources[location.file.index]
    let position = source.position(of: location.span.start)
    return "\(DisplayText.visible(source.name)):\(position.line):\(position.column)"
  }
}
