import LinkPolicy
import PolicyText

/// Reads the configuration and the policies for a command.
enum ProjectLoader {
  /// Finds and reads the configuration; its errors go to standard error.
  ///
  /// - Parameter name: the value of `--config`.
  static func configuration(
    _ name: String? = nil, color: ColorChoice = .auto, trust: Trust = .trusted, _ console: Console
  ) throws -> ProjectConfiguration {
    var source = name.map { ProjectConfiguration.Source.file($0) } ?? .discovered
    var base: (any FileSystem)?
    switch try trust.settings(console) {
    case .workingTree: break
    case .none: source = .none
    case .revision(let revision): base = revision
    }
    do throws(ConfigurationError) {
      return try ProjectConfiguration(
        source, workingDirectory: console.workingDirectory, in: console.fileSystem,
        settingsIn: base, access: console.access)
    } catch {
      if !error.findings.diagnostics.isEmpty {
        console.writeFindings(error.findings, color, end: "\n")
      }
      throw UsageError(error.message)
    }
  }

  /// Loads policies for a command that evaluates them. Ignores the baseline: known errors are
  /// errors.
  ///
  /// - Parameters:
  ///   - paths: if empty, those of the configuration, or `Policies/`.
  ///   - tolerated: a rule whose errors don't matter.
  /// - Returns: nil if the policies have errors and `allowsInvalid` is false; the errors are then
  ///   on standard error.
  static func load(
    _ paths: [String], allowsInvalid: Bool, tolerating tolerated: RuleID? = nil,
    color: ColorChoice, _ console: Console
  ) throws -> Project? {
    try loadConfigured(
      paths, allowsInvalid: allowsInvalid, tolerating: tolerated, color: color, console)?.project
  }

  /// Loads policies as `load` does, and returns the configuration, too.
  static func loadConfigured(
    _ paths: [String], allowsInvalid: Bool, tolerating tolerated: RuleID? = nil,
    color: ColorChoice, _ console: Console
  ) throws -> (project: Project, configuration: ProjectConfiguration)? {
    let configuration = try configuration(color: color, console)
    let project = try configuration.project(at: paths).project
    guard !project.isEmpty else {
      throw noPolicy(
        in: project, paths.isEmpty ? configuration.defaultPaths : paths, color, console)
    }
    let isInvalid = project.report.diagnostics.contains {
      $0.severity == .error && $0.rule != tolerated
    }
    guard isInvalid, !allowsInvalid else {
      listUnknownValues(of: project, console)
      return (project, configuration)
    }
    console.writeFindings(project.report.filtered(atLeast: .error), color)
    console.writeError("\n")
    console.writeNotice(
      "the policies have errors, so they can't be evaluated "
        + "(to skip invalid entries, add `--allow-invalid`)")
    return nil
  }

  /// Lists the values that are `TODO`, because everything that needs them is left out.
  static func listUnknownValues(of project: Project, _ console: Console) {
    let values = project.unknownValues
    guard !values.isEmpty else { return }
    let lines = values.prefix(10).map {
      "  \(DisplayText.visible($0.file)):\($0.line):\($0.column): \(DisplayText.visible($0.path))\n"
    }
    console.writeError(
      "left out entries that need \(SummaryLine.number(values.count, "value")) that "
        + "\(values.count == 1 ? "is" : "are") `TODO`:\n" + lines.joined()
        + (values.count > 10 ? "  and \(values.count - 10) more\n" : ""))
  }

  /// The baseline that the configuration names; empty if it names none.
  static func baseline(color: ColorChoice, _ console: Console) throws -> Baseline {
    var configuration = try configuration(color: color, console)
    try usage { () throws(ConfigurationError) in try configuration.readBaseline() }
    return configuration.baseline
  }

  /// The error of a command that found no policy. Errors in the files go to standard error first.
  static func noPolicy(
    in project: Project, _ paths: [String], _ color: ColorChoice, _ console: Console
  ) -> UsageError {
    if project.report.has(atLeast: .error) {
      console.writeFindings(project.report.filtered(atLeast: .error), color, end: "\n")
    }
    return noPolicy(paths)
  }

  static func noPolicy(_ paths: [String]) -> UsageError {
    UsageError("found no policy in \(paths.map { DisplayText.quoted($0) }.joined(separator: ", "))")
  }
}

/// Whether the input may come from an attacker, as in a pull request from a fork.
enum Trust: Sendable, Equatable {
  case trusted
  /// An untrusted run. Its configuration and baseline come from a git revision, or nil for none.
  /// Symbolic links are rejected, findings don't show lines of other files, and input size and
  /// memory are limited.
  case untrusted(base: String?)

  /// The maximum writable memory of an untrusted run in bytes.
  static let memory = 2 << 30

  var isUntrusted: Bool { self != .trusted }

  /// The source of the configuration and the baseline.
  enum Settings {
    case workingTree
    case none
    case revision(BaseRevision)
  }

  /// Resolves the base revision through git.
  func settings(_ console: Console) throws -> Settings {
    switch self {
    case .trusted: .workingTree
    case .untrusted(nil): .none
    case .untrusted(let revision?):
      .revision(try BaseRevision(revision, console))
    }
  }

  /// The console with access limited for this run.
  func narrowed(_ console: Console) -> Console {
    guard isUntrusted else { return console }
    var console = console
    console.access = .untrusted
    return console
  }

  /// Limits the memory of the process. Programs that it starts later inherit the limit, so git must
  /// have run before.
  func limit(_ console: Console) {
    if isUntrusted { console.limitMemory(Self.memory) }
  }
}
