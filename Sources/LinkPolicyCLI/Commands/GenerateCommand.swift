package import LinkPolicy

/// `linkpolicy generate`: writes everything that must agree with the policies.
package struct GenerateCommand: Sendable, Equatable {
  /// What is done with the difference between the policies and the directory.
  package enum Mode: Sendable, Equatable {
    case write
    /// Fail when something is stale, and show what.
    case check
    /// List what would be done.
    case dryRun
    /// Show the changes as a diff.
    case diff
  }

  /// What the report is compared with.
  package enum Older: Sendable, Equatable {
    case path(String)
    case revision(String)
  }

  package var paths: [String] = []
  package var older: Older?
  /// Empty for those of the configuration, else for all.
  package var targets: [String] = []
  /// nil for both.
  package var environment: Environment?
  /// nil for that of the configuration, else `generated`.
  package var output: String?
  package var mode = Mode.write
  /// Take the directory over from other policies, and overwrite what somebody else wrote.
  package var replaces = false
  /// Write code to its default paths, whatever the configuration says.
  package var usesDefaultPaths = false
  /// How all findings are written to standard error; nil for errors only, as text.
  package var format: ReportFormat?
  /// The value of `--config`.
  package var config: String?
  /// `--docs-base`; nil for that of the configuration.
  package var documentation: DocumentationBase?
  package var isQuiet = false
  package var color = ColorChoice.auto

  package init() {}

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    for target in targets { try check(target) }
    if let output, output.isEmpty { throw UsageError("`--output` names no directory") }
    let configuration = try ProjectLoader.configuration(config, color: color, console)
    var settings = configuration.generationSettings
    if usesDefaultPaths { settings.useDefaultPaths() }
    // A target that does not exist is told at its place, also where the command line has its own.
    for target in settings.targets ?? [] { try check(target.value, at: "\(target.origin): ") }
    for target in settings.targetsWithOptions {
      try check(target.value, at: "\(target.origin): ", among: Project.targetNamesWithOptions)
    }
    let targets = targets.isEmpty ? settings.targets?.map(\.value) ?? [] : targets
    let output = output ?? settings.output ?? "generated"
    guard !output.isEmpty else { throw UsageError("`generate.output` names no directory") }
    guard let project = try load(configuration, console) else { return .findings }
    do {
      // Whoever writes must be alone from the first look at the directory on.
      let lock =
        mode == .write
        ? try console.fileSystem.lock(output) {
          console.writeError(
            "waiting for another run that writes to \(UTF8Text.quoted(output))\n")
        } : nil
      defer { withExtendedLifetime(lock) {} }
      let report = try reportSettings(configuration, console)
      let plan = try project.generationPlan(
        targets: targets, environment: environment, output: output, replace: replaces,
        report: report, settings: settings, in: console.fileSystem)
      return try finish(plan, output, lock, console)
    } catch let refusal as GenerationRefusal {
      guard mode == .check, refusal.meansStale else {
        throw UsageError(refusal.description)
      }
      console.writeError("stale: \(refusal.description)\n")
      return .findings
    } catch let failure as GenerationFailure {
      throw UsageError(UTF8Text.visible(failure.description))
    }
  }

  private func check(
    _ target: String, at place: String = "", among names: [String] = Project.targetNames
  ) throws {
    guard !names.contains(target) else { return }
    let near = Nearest.name(to: target, among: names)
    let problem =
      Project.targetNames.contains(target) ? "takes no options" : "is not a target"
    throw UsageError(
      "\(place)\(UTF8Text.quoted(target)) \(problem)"
        + (near.map { "; did you mean `\($0)`?" }
          ?? ": one of \(names.map { "`\($0)`" }.joined(separator: ", "))"))
  }

  /// The policies; nil when they have errors, which are on standard error then.
  private func load(_ configuration: ProjectConfiguration, _ console: Console) throws -> Project? {
    let paths = paths.isEmpty ? configuration.defaultPaths : paths
    let project = try configuration.project(at: paths).project
    guard !project.isEmpty else {
      throw ProjectLoader.noPolicy(in: project, paths, color, console)
    }
    let hasErrors = project.report.has(atLeast: .error)
    guard hasErrors || format != nil else { return project }
    let report = format == nil ? project.report.filtered(atLeast: .error) : project.report
    let style = console.style(color, isTerminal: console.isErrorTerminal)
    console.writeError(
      report.rendered(
        as: format ?? .text, style: style,
        documentation: documentation ?? configuration.documentation),
      as: (format ?? .text).syntax)
    guard hasErrors else { return project }
    if format == nil { console.writeError("\nnothing was written: the policies have errors\n") }
    return nil
  }

  /// What the report shows besides: links to rules, and what changed.
  private func reportSettings(
    _ configuration: ProjectConfiguration, _ console: Console
  ) throws -> ReportSettings {
    var settings = ReportSettings(documentation: documentation ?? configuration.documentation)
    guard let older else { return settings }
    let project: Project
    switch older {
    case .path(let path):
      settings.olderName = configuration.repositoryPath(path)
      project = Project(
        try InputFiles([path], in: console.fileSystem, access: console.access).files)
    case .revision(let revision):
      let paths = paths.isEmpty ? configuration.defaultPaths : paths
      let files = try RevisionFileSystem(
        revision: revision, paths: paths, in: try console.repository(), access: console.access)
      settings.olderName = revision
      let present = paths.filter { files.kind(of: $0) != nil }
      project = Project(try InputFiles(present, in: files, access: console.access).files)
    }
    guard !project.report.has(atLeast: .error) else {
      throw UsageError(
        "the policies of \(UTF8Text.quoted(settings.olderName)) have errors, so they decide nothing"
      )
    }
    settings.older = project
    return settings
  }

  private func finish(
    _ plan: GenerationPlan, _ output: String, _ lock: (any DirectoryLock)?, _ console: Console
  ) throws -> ExitStatus {
    switch mode {
    case .dryRun:
      console.write(plan.listing)
      try plan.checkConflicts()
      return .clean
    case .diff:
      console.write(plan.diff)
      return .clean
    case .check:
      console.write(plan.diff)
      guard !plan.isFresh else { return .clean }
      let count = plan.changes.count
      console.writeError(
        "\(count) file\(count == 1 ? " is" : "s are") stale in \(UTF8Text.visible(output)); "
          + "run `linkpolicy generate`\n")
      return .findings
    case .write:
      try plan.apply(to: console.fileSystem, holding: lock)
      if !isQuiet { console.write(written(plan, output)) }
      return .clean
    }
  }

  /// What was done, one line per changed file and the counts.
  private func written(_ plan: GenerationPlan, _ output: String) -> String {
    var text = ""
    for step in plan.changes {
      text += "\(step.action.rawValue.padded(to: 10))\(UTF8Text.visible(output))/\(step.path)\n"
    }
    let counts: [(Int, String)] = [
      (plan.count(.create), "created"), (plan.count(.update), "updated"),
      (plan.count(.remove), "removed"), (plan.count(.unchanged), "unchanged"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return text + parts.joined(separator: ", ") + "\n"
  }
}
