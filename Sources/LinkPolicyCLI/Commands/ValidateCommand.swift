package import Diagnostics
package import LinkPolicy
import PolicyRules
import TextSupport

/// `linkpolicy validate`: all findings of policies, test files and association files.
package struct ValidateCommand: Sendable, Equatable {
  package var paths: [String] = []
  package var formats: [FormatRequest] = []
  /// The weight that makes the command fail; nil for never.
  package var failOn: Severity? = .error
  package var isQuiet = false
  package var color = ColorChoice.auto
  package var allowsEmpty = false
  package var stdinFilename: String?
  /// What all files are read as; nil goes by their names.
  package var kind: InputKind?

  package init() {}

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    let files = try input(console)
    let project = Project(files)
    guard project.checkedFiles > 0 || allowsEmpty else {
      throw UsageError(
        "nothing to check in \(pathsOrDefault.map { UTF8Text.quoted($0) }.joined(separator: ", ")): "
          + "no policy and no association file (--allow-empty accepts that)")
    }
    let report = isQuiet ? project.report.filtered(atLeast: .error) : project.report
    for format in formats.isEmpty ? [FormatRequest(name: "text", file: nil)] : formats {
      try write(report, format, console)
    }
    writeSummary(project.report, console)
    guard let failOn else { return .clean }
    return project.report.has(atLeast: failOn) ? .findings : .clean
  }

  private var pathsOrDefault: [String] { paths.isEmpty ? ["Policies/"] : paths }

  private func input(_ console: Console) throws -> [InputFile] {
    guard paths == ["-"] else {
      if paths.contains("-") { throw UsageError("`-` cannot be mixed with other paths") }
      return try InputFiles(pathsOrDefault, in: console.fileSystem, kind: kind).files
    }
    let name = stdinFilename ?? "<stdin>"
    return [
      InputFile(
        source: SourceFile(name: name, bytes: console.readAll()),
        kind: kind ?? InputKind(path: name) ?? .policy, isExplicit: true)
    ]
  }

  private func write(_ report: Report, _ format: FormatRequest, _ console: Console) throws {
    let style =
      format.file == nil
      ? console.style(color, isTerminal: console.isTerminal) : TextStyle(hasColor: false)
    let context = ReporterContext(
      version: linkPolicyVersion, style: style, rule: { RuleRegistry.info(for: $0) })
    let text = try ReporterRegistry.reporter(named: format.name, context).render(report)
    if let file = format.file {
      try console.fileSystem.write(Array(text.utf8), to: file)
    } else {
      console.write(text)
    }
  }

  /// The counts on standard error, so that what is on standard output can be piped.
  private func writeSummary(_ report: Report, _ console: Console) {
    let counts = Severity.allCases.reversed().compactMap { severity -> String? in
      let count = report.count(severity)
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    let style = console.style(color, isTerminal: console.isErrorTerminal)
    let files = "\(report.checkedFiles) file\(report.checkedFiles == 1 ? "" : "s")"
    if counts.isEmpty {
      // A clean run says so to people, and nothing to scripts.
      if console.isErrorTerminal, !isQuiet {
        console.writeError(style.paint("no findings", TextStyle.Role.good) + " in \(files)\n")
      }
      return
    }
    var line = "\(counts.joined(separator: ", ")) in \(files)"
    if report.fixable > 0 { line += "; \(report.fixable) with a fix" }
    console.writeError(line + "\n")
  }
}
