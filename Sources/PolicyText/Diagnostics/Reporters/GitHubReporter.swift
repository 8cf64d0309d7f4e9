/// Workflow commands of GitHub Actions, which become annotations in the pull request.
///
/// GitHub shows the first ten of each type per step, so the most severe ones come first.
package struct GitHubReporter: Reporter {
  private let context: ReporterContext

  package init(_ context: ReporterContext) { self.context = context }

  package func render(_ report: Report) -> String {
    var columns: [FileID: UTF16Columns] = [:]
    var output = ""
    for severity in Severity.allCases.reversed() {
      for diagnostic in report.diagnostics where diagnostic.severity == severity {
        let file = diagnostic.location.file
        let table = columns[file] ?? UTF16Columns(report.sources[file.index])
        columns[file] = table
        output += command(diagnostic, report, table)
      }
    }
    return output
  }

  private func command(
    _ diagnostic: Diagnostic, _ report: Report, _ columns: UTF16Columns
  ) -> String {
    let word =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    let start = columns.position(of: diagnostic.location.span.start)
    let end = columns.position(of: diagnostic.location.span.end)
    let file = context.repositoryPath(report.sources[diagnostic.location.file.index].name)
    var properties = ["file=\(property(file))", "line=\(start.line)", "endLine=\(end.line)"]
    // GitHub supports columns within one line only.
    if start.line == end.line { properties += ["col=\(start.column)", "endColumn=\(end.column)"] }
    properties.append("title=\(property("linkpolicy (\(diagnostic.rule.rawValue))"))")
    var message = data(diagnostic.message)
    if let help = diagnostic.help { message += "%0A" + data("help: \(help)") }
    if let documentation = context.documentation {
      message += "%0A" + data("docs: \(documentation.page(of: diagnostic.rule))")
    }
    return "::\(word) \(properties.joined(separator: ","))::\(message)\n"
  }

  /// The text after `::`; a line break would start another command.
  private func data(_ text: String) -> String {
    DisplayText.escaped(DisplayText.visible(text), ["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  /// A property's value; `:` and `,` would end it.
  private func property(_ text: String) -> String {
    DisplayText.escaped(data(text), [":": "%3A", ",": "%2C"])
  }
}
