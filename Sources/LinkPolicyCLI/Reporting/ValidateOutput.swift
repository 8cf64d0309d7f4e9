import LinkPolicy

/// Writes what `validate` has to say: reports to where their formats want them, counts to standard
/// error.
struct ValidateOutput {
  let command: ValidateCommand
  let configuration: ProjectConfiguration
  let console: Console

  /// Writes the report in every format.
  ///
  /// - Parameter onlyFiles: standard output is taken by something else.
  func write(_ report: Report, onlyFiles: Bool = false) throws {
    let shown = command.isQuiet ? report.filtered(atLeast: .error) : report
    let isGitHub = GitHubActions.runs(console)
    let formats =
      command.formats.isEmpty ? [FormatRequest(isGitHub ? .github : .text)] : command.formats
    // `--fix -` prints the fixed text, so findings go to the other stream.
    let usesErrorStream = command.readsInput && command.fixing == .write
    for format in formats where !onlyFiles || format.file != nil {
      let isTerminal = usesErrorStream ? console.isErrorTerminal : console.isTerminal
      var style =
        format.file == nil
        ? console.style(command.color, isTerminal: isTerminal) : TextStyle(hasColor: false)
      style.showsOtherFiles = !command.trust.isUntrusted
      let configuration = configuration
      var text: [UInt8] = []
      shown.write(
        as: format.format, style: style, showsFurtherPlaces: command.isVerbose,
        documentation: command.documentation ?? configuration.documentation, paths: command.paths,
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

  /// Writes the counts. A clean run says so to people, and nothing to scripts and hooks.
  func writeSummary(_ report: Report, fixes: (count: Int, areWritten: Bool)? = nil) {
    guard !command.isQuiet else { return }
    let isClean = report.diagnostics.isEmpty && (fixes?.count ?? 0) == 0
    if isClean, !console.isErrorTerminal || isAutomatic { return }
    let style = console.style(command.color, isTerminal: console.isErrorTerminal)
    // Between findings and counts, where people see both streams as one.
    if !isClean, console.isTerminal, console.isErrorTerminal { console.writeError("\n") }
    console.writeError(SummaryLine(report: report, fixes: fixes).text(style))
  }

  /// Under a hook or in CI a terminal may be a pretended one.
  private var isAutomatic: Bool {
    ["PRE_COMMIT", "CI"].contains { !(console.variable($0) ?? "").isEmpty }
  }
}
