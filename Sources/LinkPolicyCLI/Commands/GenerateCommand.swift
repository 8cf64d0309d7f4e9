import ArgumentParser
import LinkPolicy
import PolicyText

/// `linkpolicy generate`
struct GenerateCommand: Command {
  static let configuration = CommandConfiguration(
    subcommand: "generate",
    abstract: "Generate association files and allowlist code from policies.",
    discussion: """
      Examples:
        linkpolicy generate
        linkpolicy generate --target aasa --target assetlinks --output public
        linkpolicy generate --check

      Targets: \(Project.targetNames.joined(separator: ", ")). Either all files are written or none. \
      Up-to-date files are left alone, and only generated files are removed.

      Exit status: 0 success; 1 the policies have errors, or with --check a file is out of date; \
      2 invalid usage, unreadable input or a conflict; 3 internal error.
      """)

  @OptionGroup var policyPaths: PolicyPaths

  @Option(
    help:
      "Generate this target (repeatable; default: `generate.targets` in the configuration, or association files, app settings and the report)."
  )
  var target: [String] = []

  @Option(name: .environment, help: "Generate only files for this environment (default: both).")
  var environment: Environment?

  @Option(
    help: ArgumentHelp(
      "Write files to this directory (default: `generate.output` in the configuration, or generated/).",
      valueName: "dir"))
  var output: String?

  @Flag(help: "Exit with status 1 and a diff if a file is out of date; write nothing.")
  var check = false

  @Flag(help: "Show the changes as a diff; write nothing.")
  var diff = false

  @Flag(help: "List the changes; write nothing.")
  var dryRun = false

  @Flag(
    help: "Overwrite files of other policies, and files that linkpolicy did not generate.")
  var replace = false

  @Option(
    help: ArgumentHelp(
      "Write all findings to standard error in this format (default: errors only, as text): "
        + "\(ReportFormat.list).",
      valueName: "name"))
  var format: String?

  @Option(help: .config) var config: String?

  @Option(
    help: ArgumentHelp(
      "Begin the report with the changes since these policies, a file or directory.",
      valueName: "path"))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "Begin the report with the changes since this git revision.", valueName: "rev"))
  var from: String?

  @Flag(help: "Name the commit of the policies in the report, for one that isn't in git itself.")
  var showCommit = false

  @Flag(
    help: ArgumentHelp(
      "Ignore output folders of generate.options, and don't rename files: a build plug-in declares them.",
      visibility: .hidden))
  var defaultPaths = false

  @Flag(name: [.short, .long], help: "Don't list the written files.")
  var quiet = false

  @Option(help: .docsBase) var docsBase: String?
  @Flag(help: .followLinks) var followLinks = false
  @Option(help: .color) var color = ColorChoice.auto

  private var paths: [String] { policyPaths.all }

  func run(on console: Console) throws -> ExitStatus {
    guard [check, diff, dryRun].count(where: { $0 }) <= 1 else {
      throw UsageError("can't combine `--check`, `--diff` and `--dry-run`")
    }
    guard against == nil || from == nil else {
      throw UsageError("can't combine `--against` with `--from`")
    }
    let console = console.following(followLinks)
    let documentation = try DocumentationBase.option(docsBase)
    let format = try format.map { try FormatRequest($0) }
    guard format?.file == nil else {
      throw UsageError("`--format` of `generate` writes to standard error, not to a file")
    }
    for target in target { try checkTarget(target) }
    if let output, output.isEmpty { throw UsageError("`--output` must name a directory") }
    let configuration = try ProjectLoader.configuration(
      config, color: color, console)
    var settings = configuration.generationSettings
    if defaultPaths { settings.useDefaultPaths() }
    // Unknown targets in the configuration are errors even if the command line names others.
    for target in settings.targets ?? [] { try checkTarget(target.value, at: "\(target.origin): ") }
    for target in settings.targetsWithOptions {
      try checkTarget(target.value, at: "\(target.origin): ", among: Project.targetNamesWithOptions)
    }
    let targets = target.isEmpty ? settings.targets?.map(\.value) ?? [] : target
    let output = output ?? settings.output ?? "generated"
    guard !output.isEmpty else { throw UsageError("`generate.output` must name a directory") }
    var report = ReportSettings()
    report.documentation = documentation ?? configuration.documentation
    guard
      let project = try load(
        configuration, format?.format, report.documentation, console)
    else { return .findings }
    do {
      // Lock before reading the directory: two runs must not mix their files.
      let lock =
        check || diff || dryRun
        ? nil
        : try console.fileSystem.lock(output) {
          console.writeError(
            "waiting for another run that writes to \(DisplayText.quoted(output))\n")
        }
      defer { withExtendedLifetime(lock) {} }
      try addOlderPolicies(to: &report, configuration, console)
      if showCommit { report.commit = try commit(configuration, console) }
      let plan = try project.generationPlan(
        targets: targets, environment: environment, output: output, replace: replace,
        report: report, settings: settings, in: console.fileSystem)
      let status = try finish(plan, output, lock, console)
      if targets.isEmpty, !check, !quiet { showOtherTargets(console) }
      return status
    } catch let refusal as GenerationRefusal {
      guard check, refusal.meansStale else {
        throw UsageError(refusal.description)
      }
      console.writeError("out of date: \(refusal.description)\n")
      return .findings
    } catch let failure as GenerationFailure {
      throw UsageError(DisplayText.visible(failure.description))
    }
  }

  /// Names the targets that are not among the default ones.
  private func showOtherTargets(_ console: Console) {
    let others = Project.targetNames.filter { !Project.defaultTargetNames.contains($0) }
    console.writeNotice(
      "not generated: \(others.joined(separator: ", ")); to add one, use `--target NAME`, "
        + "or list all targets under `generate.targets` in linkpolicy.yaml")
  }

  private func checkTarget(
    _ target: String, at place: String = "", among names: [String] = Project.targetNames
  ) throws {
    guard !names.contains(target) else { return }
    guard !Project.targetNames.contains(target) else {
      throw UsageError("\(place)target \(DisplayText.quoted(target)) has no options")
    }
    throw UsageError(
      "\(place)unknown target \(DisplayText.quoted(target))"
        + (Nearest.name(to: target, among: names).map { "; did you mean `\($0)`?" }
          ?? "; write one of \(names.map { "`\($0)`" }.joined(separator: ", "))"))
  }

  /// Loads the policies; nil if they have errors, which are then on standard error.
  private func load(
    _ configuration: ProjectConfiguration, _ format: ReportFormat?,
    _ documentation: DocumentationBase?, _ console: Console
  ) throws -> Project? {
    let paths = paths.isEmpty ? configuration.defaultPaths : paths
    let project = try configuration.project(at: paths).project
    guard !project.isEmpty else {
      throw ProjectLoader.noPolicy(in: project, paths, color, console)
    }
    let hasErrors = project.report.has(atLeast: .error)
    if !hasErrors { ProjectLoader.listUnknownValues(of: project, console) }
    guard hasErrors || format != nil else { return project }
    let report = format == nil ? project.report.filtered(atLeast: .error) : project.report
    let style = console.style(color, isTerminal: console.isErrorTerminal)
    console.writeError(
      report.rendered(as: format ?? .text, style: style, documentation: documentation),
      as: (format ?? .text).syntax)
    guard hasErrors else { return project }
    if format == nil { console.writeError("\nthe policies have errors, so nothing was written\n") }
    return nil
  }

  /// Adds the policies of `--against` or `--from`.
  private func addOlderPolicies(
    to settings: inout ReportSettings, _ configuration: ProjectConfiguration, _ console: Console
  ) throws {
    let project: Project
    if let against {
      settings.olderName = configuration.repositoryPath(against)
      project = Project(
        try InputFiles([against], in: console.fileSystem, access: console.access).files)
    } else if let from {
      settings.olderName = from
      let paths = paths.isEmpty ? configuration.defaultPaths : paths
      project = Project(try console.files(at: from, paths))
    } else {
      return
    }
    guard !project.report.has(atLeast: .error) else {
      throw UsageError(
        "the policies of \(DisplayText.quoted(settings.olderName)) have errors, so they can't be compared"
      )
    }
    settings.older = project
  }

  /// A description of the policies' commit.
  private func commit(
    _ configuration: ProjectConfiguration, _ console: Console
  ) throws -> String {
    let paths = paths.isEmpty ? configuration.defaultPaths : paths
    let commit = try console.repository().commit(RevisionName("HEAD"))
    let committed = try console.files(at: commit, paths).map(\.source)
    let files = try InputFiles(paths, in: console.fileSystem, access: console.access).files
      .map(\.source)
    let isChanged =
      files.count != committed.count
      || zip(files, committed).contains {
        $0.bytes != $1.bytes || ExactString($0.name) != ExactString($1.name)
      }
    return "commit \(commit.prefix(12))" + (isChanged ? ", with uncommitted changes" : "")
  }

  private func finish(
    _ plan: GenerationPlan, _ output: String, _ lock: (any DirectoryLock)?, _ console: Console
  ) throws -> ExitStatus {
    if dryRun {
      console.write(plan.listing)
      try plan.checkConflicts()
      return .clean
    }
    guard check || diff else {
      try plan.apply(to: console.fileSystem, holding: lock)
      if !quiet { console.write(written(plan, output)) }
      return .clean
    }
    console.write(plan.diff)
    guard check, !plan.isFresh else { return .clean }
    console.writeError(
      "\(SummaryLine.number(plan.changes.count, "file")) out of date in "
        + "\(DisplayText.visible(output)); run `linkpolicy generate`\n")
    return .findings
  }

  /// One line per changed file, then a summary.
  private func written(_ plan: GenerationPlan, _ output: String) -> String {
    var text = ""
    for step in plan.changes {
      text += "\(step.action.rawValue.padded(to: 10))\(DisplayText.visible(output))/\(step.path)\n"
    }
    let counts: [(Int, String)] = [
      (plan.count(.create), "created"), (plan.count(.update), "updated"),
      (plan.count(.remove), "removed"), (plan.count(.unchanged), "unchanged"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return text + parts.joined(separator: ", ") + "\n"
  }
}
