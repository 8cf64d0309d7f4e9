package import LinkPolicy
package import PolicyDiagnostics
import PolicyRules
import PolicyText

/// `linkpolicy validate`: all findings of policies, test files and association files.
package struct ValidateCommand: Sendable, Equatable {
  /// What becomes of fixes.
  package enum Fixing: Sendable, Equatable {
    case none
    /// `--fix`: written into the files.
    case write
    /// `--diff`: shown, nothing is written.
    case diff
  }

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
  /// `--select`: names of rules, separated by commas.
  package var select: [String] = []
  /// `--ignore`: names of rules, separated by commas.
  package var ignore: [String] = []
  package var fixing = Fixing.none
  /// `--unsafe-fixes`: fixes that may change the meaning as well.
  package var includesUnsafe = false
  /// `--config`.
  package var config: String?
  package var showsConfiguration = false
  /// `--write-baseline`.
  package var baselineOutput: String?

  package init() {}

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    try FormatRequest.check(formats)
    var setup = try RunSetup(console, config: config, color: color)
    try setup.restrict(select: select, ignore: ignore)
    if showsConfiguration {
      console.write(ConfigurationListing(setup: setup, command: self).text)
      return .clean
    }
    if baselineOutput == nil { try setup.readBaseline(console) }
    let input = try input(console, setup)
    let project = Project(input.files, settings: setup.settings)
    guard project.checkedFiles > 0 || allowsEmpty || input.excluded > 0 else {
      let names = (paths.isEmpty ? setup.defaultPaths : paths).map { UTF8Text.quoted($0) }
      throw UsageError(
        "nothing to check in \(names.joined(separator: ", ")): "
          + "no policy and no association file (--allow-empty accepts that)")
    }
    if let baselineOutput {
      return try writeBaseline(project, setup, to: baselineOutput, console)
    }
    let output = ValidateOutput(command: self, setup: setup, console: console)
    guard fixing != .none else {
      try output.write(project.report)
      output.writeSummary(project.report)
      return status(of: project.report)
    }
    let run = FixRun(
      project, input.files, settings: setup.settings, includesUnsafe: includesUnsafe)
    return try fixing == .diff
      ? show(run, of: project, output, console) : write(run, output, console)
  }

  private func status(of report: Report) -> ExitStatus {
    guard let failOn else { return .clean }
    return report.has(atLeast: failOn) ? .findings : .clean
  }

  /// True where standard input is checked.
  var readsInput: Bool { paths == ["-"] }

  private func input(
    _ console: Console, _ setup: RunSetup
  ) throws -> (files: [InputFile], excluded: Int) {
    guard readsInput else {
      if paths.contains("-") { throw UsageError("`-` cannot be mixed with other paths") }
      let input = try InputFiles(
        paths.isEmpty ? setup.defaultPaths : paths, in: console.fileSystem, kind: kind,
        filter: setup.filter)
      return (input.files, input.excluded)
    }
    let bytes = console.readAll()
    if let stdinFilename, setup.filter.excludes(stdinFilename) {
      // A filter of text gives back what it got.
      if fixing == .write { console.writeBytes(bytes) }
      return ([], 1)
    }
    let name = stdinFilename ?? "<stdin>"
    let file = InputFile(
      source: SourceFile(name: name, bytes: bytes),
      kind: kind ?? InputKind(path: name) ?? .policy, isExplicit: true)
    return ([file], 0)
  }

  private func writeBaseline(
    _ project: Project, _ setup: RunSetup, to path: String, _ console: Console
  ) throws -> ExitStatus {
    let baseline = Baseline(project.report, repositoryPath: setup.settings.repositoryPath)
    try console.fileSystem.write(Array(baseline.text.utf8), to: path)
    let count = SummaryLine.number(project.report.diagnostics.count, "finding")
    if !isQuiet { console.writeError("wrote \(count) to \(UTF8Text.visible(path))\n") }
    return .clean
  }

  // MARK: fixes

  /// `--diff`: the diff on standard output; fails where there is one.
  private func show(
    _ run: FixRun, of project: Project, _ output: ValidateOutput, _ console: Console
  ) throws -> ExitStatus {
    let diff = run.diff
    console.write(output.painted(diff))
    try output.write(project.report, onlyFiles: true)
    output.writeSummary(project.report, fixes: (run.count, false))
    return diff.isEmpty || failOn == nil ? status(of: project.report) : .findings
  }

  /// `--fix`: the files are written; standard input goes, fixed, to standard output.
  private func write(
    _ run: FixRun, _ output: ValidateOutput, _ console: Console
  ) throws -> ExitStatus {
    if readsInput {
      for file in run.files { console.writeBytes(file.source.bytes) }
    } else {
      for index in run.changed {
        let file = run.files[index].source
        guard !console.fileSystem.isSymbolicLink(file.name) else {
          throw UsageError(
            "\(UTF8Text.visible(file.name)) is a symbolic link: name the file that it leads to")
        }
        try console.fileSystem.write(file.bytes, to: file.name)
      }
    }
    try output.write(run.project.report)
    output.writeSummary(run.project.report, fixes: (run.count, true))
    return status(of: run.project.report)
  }
}
