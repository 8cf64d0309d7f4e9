package import LinkPolicy

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
  /// `--verbose`: all places of findings about many, and minor findings.
  package var isVerbose = false
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
  /// `--docs-base`; nil for that of the configuration.
  package var documentation: DocumentationBase?
  /// `--untrusted` and `--base`.
  package var trust = Trust.trusted

  package init() {}

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    try FormatRequest.check(formats)
    try checkTrust(console)
    let console = trust.narrowed(console)
    var configuration = try ProjectLoader.configuration(
      config, color: color, trust: trust, console)
    do throws(ConfigurationError) {
      try configuration.restrict(select: select, ignore: ignore)
      configuration.includesMinor = isVerbose
      if showsConfiguration {
        console.write(ConfigurationListing(configuration: configuration, command: self).text)
        return .clean
      }
      if baselineOutput == nil { try configuration.readBaseline() }
    } catch {
      throw UsageError(error.message)
    }
    trust.limit(console)
    let (project, excluded) = try project(console, configuration)
    let report = project.report
    try checkSomething(report.checkedFiles + excluded, configuration)
    try checkOutputs(report, configuration, console)
    if let baselineOutput {
      return try writeBaseline(report, configuration, to: baselineOutput, console)
    }
    let output = ValidateOutput(
      command: self, configuration: configuration, console: console)
    guard fixing != .none else {
      try output.write(report)
      output.writeSummary(report)
      return status(of: report)
    }
    let fixes = AppliedFixes(to: project, includesUnsafe: includesUnsafe)
    return try fixing == .diff
      ? show(fixes, of: project, output, console) : write(fixes, of: project, output, console)
  }

  /// Nothing that a stranger wrote is written back or taken for known.
  private func checkTrust(_ console: Console) throws {
    guard trust.isUntrusted else { return }
    guard console.access.links != .followed else {
      throw UsageError("`--untrusted` does not go with `--follow-links`")
    }
    if fixing == .write { throw UsageError("`--untrusted` goes with `--diff`, not with `--fix`") }
    if baselineOutput != nil {
      throw UsageError("`--untrusted` does not go with `--write-baseline`")
    }
    if config != nil, trust == .untrusted(base: nil) {
      throw UsageError("with `--untrusted`, `--config` names a file of `--base`")
    }
  }

  private func status(of report: Report) -> ExitStatus {
    guard let failOn else { return .clean }
    return report.has(atLeast: failOn) ? .findings : .clean
  }

  /// True where standard input is checked.
  var readsInput: Bool { paths == ["-"] }

  private func project(
    _ console: Console, _ configuration: ProjectConfiguration
  ) throws -> (project: Project, excluded: Int) {
    guard readsInput else {
      if paths.contains("-") { throw UsageError("`-` cannot be mixed with other paths") }
      return try configuration.project(at: paths, kind: kind)
    }
    // A filter of text gives back what it got, and not the start of it.
    let isWhole = fixing == .write || !console.access.leavesSizeToReaders
    let bytes = isWhole ? try console.content(of: "-") : console.readInput()
    if let stdinFilename, configuration.excludes(stdinFilename) {
      // A filter of text gives back what it got.
      if fixing == .write { console.writeBytes(bytes) }
      return (Project([], configuration: configuration), 1)
    }
    let name = stdinFilename ?? "<stdin>"
    let file = InputFile(
      source: SourceFile(name: name, bytes: bytes),
      kind: kind ?? InputKind(path: name) ?? .policy, isExplicit: true)
    return (Project([file], configuration: configuration), 0)
  }

  /// Nothing to check is taken for a mistake: a clean run would be trusted.
  private func checkSomething(_ count: Int, _ configuration: ProjectConfiguration) throws {
    guard count == 0, !allowsEmpty else { return }
    let names = paths.isEmpty ? configuration.defaultPaths : paths
    throw UsageError(
      "nothing to check in \(names.map { UTF8Text.quoted($0) }.joined(separator: ", ")): "
        + "no policy and no association file (--allow-empty accepts that)")
  }

  /// A report must not take the place of what it is about.
  private func checkOutputs(
    _ report: Report, _ configuration: ProjectConfiguration, _ console: Console
  ) throws {
    let outputs = formats.compactMap(\.file) + (baselineOutput.map { [$0] } ?? [])
    guard !outputs.isEmpty else { return }
    var inputs = readsInput ? ["/dev/stdin"] : report.sources.map(\.name)
    if let file = configuration.fileName { inputs.append(file) }
    if baselineOutput == nil, let file = configuration.baselineName { inputs.append(file) }
    for output in outputs {
      guard inputs.contains(where: { console.fileSystem.isSame(output, as: $0) }) else { continue }
      throw UsageError("\(UTF8Text.visible(output)) is being read: a report would destroy it")
    }
  }

  private func writeBaseline(
    _ report: Report, _ configuration: ProjectConfiguration, to path: String, _ console: Console
  ) throws -> ExitStatus {
    let baseline = configuration.baselineText(for: report)
    try console.fileSystem.write(Array(baseline.utf8), to: path)
    let count = SummaryLine.number(report.diagnostics.count, "finding")
    if !isQuiet { console.writeError("wrote \(count) to \(UTF8Text.visible(path))\n") }
    return .clean
  }

  // MARK: fixes

  /// `--diff`: the diff on standard output; fails where there is one.
  private func show(
    _ fixes: AppliedFixes, of project: Project, _ output: ValidateOutput, _ console: Console
  ) throws -> ExitStatus {
    // What people look at must not drive their terminal; what goes into a file or a pipe is a patch.
    let diff = console.isTerminal ? fixes.diff : fixes.patch
    console.write(
      console.style(color, isTerminal: console.isTerminal).painted(diff: diff))
    try output.write(project.report, onlyFiles: true)
    output.writeSummary(project.report, fixes: (fixes.count, false))
    return diff.isEmpty || failOn == nil ? status(of: project.report) : .findings
  }

  /// `--fix`: the files are written; standard input goes, fixed, to standard output.
  private func write(
    _ fixes: AppliedFixes, of project: Project, _ output: ValidateOutput, _ console: Console
  ) throws -> ExitStatus {
    if readsInput {
      for file in fixes.files { console.writeBytes(file.source.bytes) }
    } else {
      try write(fixes, of: project, console.fileSystem)
    }
    try output.write(fixes.project.report)
    output.writeSummary(fixes.project.report, fixes: (fixes.count, true))
    return status(of: fixes.project.report)
  }

  /// Writes all files, or none where one of them must stay as it is.
  private func write(
    _ fixes: AppliedFixes, of project: Project, _ fileSystem: any FileSystem
  ) throws {
    let names = fixes.changed.map { fixes.files[$0].source.name }
    if let link = names.first(where: { fileSystem.isSymbolicLink($0) }) {
      throw UsageError(
        "\(UTF8Text.visible(link)) is a symbolic link: name the file that it leads to")
    }
    for name in names { try fileSystem.checkRewriting(name) }
    for index in fixes.changed {
      try fileSystem.rewrite(
        fixes.files[index].source.name, from: project.report.sources[index].bytes,
        to: fixes.files[index].source.bytes)
    }
  }
}
