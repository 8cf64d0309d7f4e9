import LinkPolicy
import PolicyText

/// Writes reports to the files of their formats or standard output, and the counts to standard error.
struct ValidateOutput {
  let command: ValidateCommand
  let formats: [FormatRequest]
  let documentation: DocumentationBase?
  let configuration: ProjectConfiguration
  let console: Console

  /// Writes the report in every format.
  ///
  /// - Parameter onlyFiles: skips standard output.
  func write(_ report: Report, onlyFiles: Bool = false) throws {
    let shown = command.quiet ? report.filtered(atLeast: .error) : report
    let isGitHub = GitHubActions.runs(console)
    let formats =
      self.formats.isEmpty ? [FormatRequest(isGitHub ? .github : .text)] : self.formats
    // `--fix -` prints the fixed text, so findings go to standard error.
    let usesErrorStream = command.readsInput && command.writesFixes
    for format in formats where !onlyFiles || format.file != nil {
      let isTerminal = usesErrorStream ? console.isErrorTerminal : console.isTerminal
      var style =
        format.file == nil
        ? console.style(command.color, isTerminal: isTerminal) : TextStyle(hasColor: false)
      style.showsOtherFiles = !command.untrusted
      let configuration = configuration
      var text: [UInt8] = []
      shown.write(
        as: format.format, style: style, showsFurtherPlaces: command.verbose,
        documentation: documentation, paths: command.paths,
        repositoryPath: { configuration.repositoryPath($0) }
      ) { piece in
        if format.file != nil {
          text += piece.utf8
        } else if usesErrorStream {
          console.writeError(piece, as: format.format.syntax)
        } else {
          console.write(piece, as: format.format.syntax)
        }
      }
      if let file = format.file { try console.fileSystem.write(text, to: file) }
    }
    if isGitHub, formats.contains(where: { $0.format == .github && $0.file == nil }) {
      let configuration = configuration
      GitHubActions.addToSummary(
        shown, repositoryPath: { configuration.repositoryPath($0) }, on: console)
    }
  }

  /// Writes the summary. A run without findings prints it only on a terminal that is not part of a
  /// hook or CI job.
  func writeSummary(_ report: Report, fixes: (count: Int, areWritten: Bool)? = nil) {
    guard !command.quiet else { return }
    let isClean = report.diagnostics.isEmpty && (fixes?.count ?? 0) == 0
    if isClean, !console.isErrorTerminal || isAutomatic { return }
    let style = console.style(command.color, isTerminal: console.isErrorTerminal)
    // Both streams are on the terminal: separate findings from counts.
    if !isClean, console.isTerminal, console.isErrorTerminal { console.writeError("\n") }
    console.writeError(SummaryLine(report: report, fixes: fixes).text(style))
  }

  /// Hooks and CI jobs may run under a pseudoterminal.
  private var isAutomatic: Bool {
    ["PRE_COMMIT", "CI"].contains { !(console.variable($0) ?? "").isEmpty }
  }
}
