import LinkPolicy

/// Writes what `verify` has to say: reports to where their formats want them, counts to standard error.
struct VerifyOutput {
  let command: VerifyCommand
  /// Where rules have pages.
  let documentation: DocumentationBase?
  let console: Console

  func write(_ report: VerificationReport) throws {
    let formats = command.formats.isEmpty ? [VerifyFormat(.text)] : command.formats
    for format in formats {
      let text = text(report, format)
      if let file = format.file {
        try console.fileSystem.write(Array(text.utf8), to: file)
      } else {
        console.write(text, as: (format.format ?? .text).syntax)
      }
    }
    let style = console.style(command.color, isTerminal: console.isErrorTerminal)
    var line = SummaryLine(report: report.findings).text(style)
    line.removeLast()
    console.writeError("\(line); \(VerifyCounts(report).text)\n")
  }

  private func text(_ report: VerificationReport, _ format: VerifyFormat) -> String {
    guard let name = format.format else { return VerifyMarkdown(report: report).text }
    guard name != .json else { return report.json(documentation: documentation) }
    let style =
      format.file == nil
      ? console.style(command.color, isTerminal: console.isTerminal) : TextStyle(hasColor: false)
    return report.findings.rendered(
      as: name, style: style, documentation: documentation)
  }
}
