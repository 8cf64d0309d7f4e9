import ArgumentParser
import LinkPolicy
import PolicyText

/// `linkpolicy validate`
struct ValidateCommand: Command {
  static let configuration = CommandConfiguration(
    subcommand: "validate",
    abstract: "Check policies, test files and association files.",
    discussion: """
      Examples:
        linkpolicy validate
        linkpolicy validate --fix
        linkpolicy validate Policies --format sarif=findings.sarif
      """)

  @Argument(
    help: ArgumentHelp(
      "Files and directories; `-` is standard input (default: `policies` in the configuration, or Policies/).",
      valueName: "paths"))
  var named: [String] = []

  @Option(name: .customLong("policy"), help: .policy) var policies: [String] = []

  @Option(
    name: [.customLong("format"), .customLong("output-format")],
    help: ArgumentHelp(
      "Write findings in this format (repeatable; default: text, or github in GitHub Actions): "
        + "\(ReportFormat.list).",
      valueName: "name[=file]"))
  var format: [String] = []

  @Option(
    help:
      "Exit with status 1 on findings of this severity or higher."
  )
  var failOn = FailOn.error

  @Flag(name: [.short, .long], help: "Print errors only.")
  var quiet = false

  @Flag(
    name: [.short, .long], help: "Show every grouped finding and its locations, and minor findings."
  )
  var verbose = false

  @Flag(help: "Exit with status 0 if there is nothing to check.")
  var allowEmpty = false

  @Option(
    help: ArgumentHelp("Report standard input under this file name.", valueName: "path"))
  var stdinFilename: String?

  @Option(help: "Read all files as this type (default: by file name).")
  var type: InputKind?

  @Option(
    help: ArgumentHelp(
      "Report only these rules, separated by commas (repeatable).", valueName: "rules"))
  var select: [String] = []

  @Option(
    help: ArgumentHelp(
      "Don't report these rules, separated by commas (repeatable).", valueName: "rules"))
  var ignore: [String] = []

  @Flag(help: "Apply safe fixes to the files; with `-`, print the fixed text.")
  var fix = false

  @Flag(help: "Include fixes that may change the meaning; use it with --fix or --diff.")
  var unsafeFixes = false

  @Flag(help: "Print fixes as a diff; write nothing.")
  var diff = false

  @Option(help: .config) var config: String?

  @Flag(help: "Print the effective settings and where they come from.")
  var showConfig = false

  @Option(
    help: ArgumentHelp(
      "Write the findings to a baseline file, for `baseline` in the configuration.",
      valueName: "file"))
  var writeBaseline: String?

  @Flag(
    help: ArgumentHelp(
      "Treat input as untrusted, such as a fork's pull request: reject symbolic links, limit size and "
        + "memory, ignore its configuration and baseline, and disable --fix."
    ))
  var untrusted = false

  @Option(
    help: ArgumentHelp(
      "With --untrusted, use the configuration and baseline of this git revision (default: none).",
      valueName: "revision"))
  var base: String?

  @Option(help: .docsBase) var docsBase: String?
  @Flag(help: .followLinks) var followLinks = false
  @Option(help: .color) var color = ColorChoice.auto

  /// `--diff` wins over `--fix`.
  var writesFixes: Bool { fix && !diff }

  var paths: [String] { named + policies }

  func run(on console: Console) throws -> ExitStatus {
    let documentation = try DocumentationBase.option(docsBase)
    let trust = untrusted ? Trust.untrusted(base: base) : .trusted
    if base != nil, !untrusted { throw UsageError("`--base` needs `--untrusted`") }
    let formats = try FormatRequest.list(format)
    let access = console.following(followLinks)
    try checkTrust(trust, access)
    let console = trust.narrowed(access)
    var configuration = try ProjectLoader.configuration(
      config, color: color, trust: trust, console)
    do throws(ConfigurationError) {
      try configuration.restrict(select: select, ignore: ignore)
      configuration.includesMinor = verbose
      if showConfig {
        console.write(
          ConfigurationListing(
            configuration: configuration, command: self, documentation: documentation
          ).text)
        return .clean
      }
      if writeBaseline == nil { try configuration.readBaseline() }
    } catch {
      throw UsageError(error.message)
    }
    trust.limit(console)
    let (project, excluded) = try project(console, configuration)
    let report = project.report
    try checkSomething(report.checkedFiles + excluded, configuration)
    try checkOutputs(formats, report, configuration, console)
    if let writeBaseline {
      return try record(report, configuration, in: writeBaseline, console)
    }
    let output = ValidateOutput(
      command: self, formats: formats,
      documentation: documentation ?? configuration.documentation,
      configuration: configuration, console: console)
    guard fix || diff else {
      try output.write(report)
      output.writeSummary(report)
      return failOn.status(of: report)
    }
    let fixes = project.applyingFixes(includesUnsafe: unsafeFixes)
    return try diff
      ? show(fixes, of: project, output, console) : write(fixes, of: project, output, console)
  }

  /// Checks that an untrusted run doesn't write fixes or a baseline, and doesn't read a
  /// configuration from its input.
  private func checkTrust(_ trust: Trust, _ console: Console) throws {
    guard trust.isUntrusted else { return }
    guard console.access.links != .followed else {
      throw UsageError("can't combine `--untrusted` with `--follow-links`")
    }
    if writesFixes {
      throw UsageError("can't combine `--untrusted` with `--fix`; use `--diff` to see fixes")
    }
    if writeBaseline != nil {
      throw UsageError("can't combine `--untrusted` with `--write-baseline`")
    }
    if config != nil, trust == .untrusted(base: nil) {
      throw UsageError(
        "with `--untrusted`, `--config` needs `--base`: it names a file of that revision")
    }
  }

  var readsInput: Bool { paths == ["-"] }

  private func project(
    _ console: Console, _ configuration: ProjectConfiguration
  ) throws -> (project: Project, excluded: Int) {
    guard readsInput else {
      if paths.contains("-") { throw UsageError("can't combine `-` with other paths") }
      return try configuration.project(at: paths, kind: type)
    }
    // A filter must return all of its input, so input that is too long is an error here.
    let isWhole = writesFixes || !console.access.leavesSizeToReaders
    let bytes = isWhole ? try console.content(of: "-") : console.readInput()
    if let stdinFilename, configuration.excludes(stdinFilename) {
      if writesFixes { console.writeBytes(bytes) }
      return (Project([], configuration: configuration), 1)
    }
    let name = stdinFilename ?? "<stdin>"
    let file = InputFile(
      source: SourceFile(name: name, bytes: bytes),
      kind: type ?? InputKind(path: name) ?? .policy, isExplicit: true)
    return (Project([file], configuration: configuration), 0)
  }

  /// Throws if there is nothing to check: a mistyped path must not look like a successful run.
  private func checkSomething(_ count: Int, _ configuration: ProjectConfiguration) throws {
    guard count == 0, !allowEmpty else { return }
    let names = paths.isEmpty ? configuration.defaultPaths : paths
    throw UsageError(
      "nothing to check in \(names.map { DisplayText.quoted($0) }.joined(separator: ", ")): "
        + "found no policy or association file (to accept that, add `--allow-empty`)")
  }

  /// A report must not overwrite its own input.
  private func checkOutputs(
    _ formats: [FormatRequest], _ report: Report, _ configuration: ProjectConfiguration,
    _ console: Console
  ) throws {
    let outputs = formats.compactMap(\.file) + (writeBaseline.map { [$0] } ?? [])
    guard !outputs.isEmpty else { return }
    var inputs = readsInput ? ["/dev/stdin"] : report.sources.map(\.name)
    if let file = configuration.fileName { inputs.append(file) }
    if writeBaseline == nil, let file = configuration.baselineName { inputs.append(file) }
    for output in outputs {
      guard inputs.contains(where: { console.fileSystem.isSame(output, as: $0) }) else { continue }
      throw UsageError(
        "the report would overwrite \(DisplayText.visible(output)), which is being checked")
    }
  }

  private func record(
    _ report: Report, _ configuration: ProjectConfiguration, in path: String, _ console: Console
  ) throws -> ExitStatus {
    let baseline = configuration.baselineText(for: report)
    try console.fileSystem.write(Array(baseline.utf8), to: path)
    let count = SummaryLine.number(report.diagnostics.count, "finding")
    if !quiet { console.writeError("wrote \(count) to \(DisplayText.visible(path))\n") }
    return .clean
  }

  // MARK: fixes

  private func show(
    _ fixes: AppliedFixes, of project: Project, _ output: ValidateOutput, _ console: Console
  ) throws -> ExitStatus {
    // A terminal gets escaped control characters; a file or pipe gets a patch that applies.
    let diff = console.isTerminal ? fixes.diff : fixes.patch
    console.write(
      console.style(color, isTerminal: console.isTerminal).painted(diff: diff))
    try output.write(project.report, onlyFiles: true)
    output.writeSummary(project.report, fixes: (fixes.count, false))
    return diff.isEmpty || failOn == .never ? failOn.status(of: project.report) : .findings
  }

  private func write(
    _ fixes: AppliedFixes, of project: Project, _ output: ValidateOutput, _ console: Console
  ) throws -> ExitStatus {
    if readsInput {
      for file in fixes.files { console.writeBytes(file.source.bytes) }
    } else {
      try console.rewrite(
        fixes.changed.map { index in
          let new = fixes.files[index].source
          return (new.name, project.report.sources[index].bytes, new.bytes)
        })
    }
    try output.write(fixes.project.report)
    output.writeSummary(fixes.project.report, fixes: (fixes.count, true))
    return failOn.status(of: fixes.project.report)
  }
}
