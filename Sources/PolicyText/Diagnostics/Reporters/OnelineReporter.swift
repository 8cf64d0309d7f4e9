/// One finding per line, for grep and editors: `path:line:column: severity[rule] message`.
package struct OnelineReporter: Reporter {
  /// The name after `--format`.
  package static let name = "oneline"

  /// A reporter.
  package init() {}

  /// The whole output, with its final newline.
  package func render(_ report: Report) -> String {
    var output = ""
    for diagnostic in report.diagnostics {
      let source = report.sources[diagnostic.location.file.index]
      let position = source.position(of: diagnostic.location.span.start)
      output += "\(UTF8Text.visible(source.name)):\(position.line):\(position.column): "
      output += "\(diagnostic.severity.rawValue)[\(diagnostic.rule.rawValue)] "
      output += UTF8Text.visible(diagnostic.message) + "\n"
    }
    return output
  }
}
