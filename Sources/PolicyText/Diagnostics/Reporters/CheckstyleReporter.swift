/// Checkstyle XML, which Jenkins and reviewdog read; columns in Unicode scalars.
package struct CheckstyleReporter: Reporter {
  /// The name after `--format`.
  package static let name = "checkstyle"

  /// A reporter.
  package init() {}

  /// The whole output, with its final newline.
  package func render(_ report: Report) -> String {
    var output = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n"
    for group in report.byFile {
      let source = report.sources[group[0].location.file.index]
      output += "  <file" + XMLText.attribute("name", source.name) + ">\n"
      for diagnostic in group {
        let position = source.position(of: diagnostic.location.span.start)
        output += "    <error line=\"\(position.line)\" column=\"\(position.column)\""
        output += XMLText.attribute("severity", severity(diagnostic.severity))
        output += XMLText.attribute("message", diagnostic.message)
        output += XMLText.attribute("source", "linkpolicy.\(diagnostic.rule.rawValue)") + "/>\n"
      }
      output += "  </file>\n"
    }
    return output + "</checkstyle>\n"
  }

  private func severity(_ severity: Severity) -> String {
    severity == .note ? "info" : severity.rawValue
  }
}
