import LinkPolicy
import PolicyText

/// A job of GitHub Actions. `validate` writes annotations by default, and adds a table to the job summary with them.
enum GitHubActions {
  /// The maximum number of findings in the table. GitHub rejects a summary of more than 1 MiB.
  private static let maximumRows = 500

  /// True if the program runs in such a job.
  static func runs(_ console: Console) -> Bool { console.variable("GITHUB_ACTIONS") == "true" }

  /// Adds the findings to the job summary, which also shows those after the first ten annotations.
  ///
  /// - Parameter repositoryPath: returns a file's path in its repository.
  static func addToSummary(
    _ report: Report, repositoryPath: (String) -> String, on console: Console
  ) {
    guard let path = console.variable("GITHUB_STEP_SUMMARY"), !path.isEmpty else { return }
    do {
      let existing = (try? console.fileSystem.read(path)) ?? []
      let text = summary(of: report, repositoryPath: repositoryPath)
      try console.fileSystem.write(existing + Array(text.utf8), to: path)
    } catch {
      console.writeError(
        "linkpolicy: can't write the job summary: \(DisplayText.visible(error.description))\n")
    }
  }

  private static func summary(of report: Report, repositoryPath: (String) -> String) -> String {
    let counts = SummaryLine(report: report).text(TextStyle(hasColor: false))
    var text = "### linkpolicy\n\n\(Markdown.escaped(String(counts.dropLast())))\n"
    guard !report.diagnostics.isEmpty else { return text }
    text += "\n| severity | location | rule | finding |\n|---|---|---|---|\n"
    let sorted = Severity.allCases.reversed().flatMap { severity in
      report.diagnostics.filter { $0.severity == severity }
    }
    for diagnostic in sorted.prefix(maximumRows) {
      let source = report.sources[diagnostic.location.file.index]
      let line = source.position(of: diagnostic.location.span.start).line
      let location = Markdown.code("\(repositoryPath(source.name)):\(line)")
      let message = Markdown.escaped(DisplayText.shortened(diagnostic.message, to: 400))
      text += "| \(diagnostic.severity.rawValue) | \(location) "
      text += "| \(Markdown.code(diagnostic.rule.rawValue)) | \(message) |\n"
    }
    let others = sorted.count - maximumRows
    return others > 0 ? text + "\n\(SummaryLine.number(others, "more finding"))\n" : text
  }
}
