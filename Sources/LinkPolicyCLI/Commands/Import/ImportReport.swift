import LinkPolicy

/// Writes the report of an import: to standard error, since the policy is what goes to standard output.
struct ImportReport {
  let color: ColorChoice
  let formats: [FormatRequest]
  /// Where rules have pages; nil for nowhere.
  var documentation: DocumentationBase?

  func write(_ report: Report, _ console: Console) throws {
    for format in formats.isEmpty ? [FormatRequest(.text)] : formats {
      let style =
        format.file == nil
        ? console.style(color, isTerminal: console.isErrorTerminal) : TextStyle(hasColor: false)
      let text = report.rendered(
        as: format.format, style: style, documentation: documentation)
      if let file = format.file {
        try console.fileSystem.write(Array(text.utf8), to: file)
      } else {
        console.writeError(text, as: format.format.syntax)
      }
    }
    guard !formats.contains(where: { $0.file == nil && $0.format != .text }) else { return }
    let style = console.style(color, isTerminal: console.isErrorTerminal)
    if !report.diagnostics.isEmpty, formats.allSatisfy({ $0.file == nil }) {
      console.writeError("\n")
    }
    console.writeError(SummaryLine(report: report).text(style))
  }
}
