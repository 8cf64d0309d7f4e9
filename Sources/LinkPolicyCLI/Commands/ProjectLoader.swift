import LinkPolicy

/// Reads what a command works on: the configuration, and the policies under it.
enum ProjectLoader {
  /// Finds and reads the configuration; what is wrong in it goes to standard error.
  ///
  /// - Parameter name: the value of `--config`.
  static func configuration(
    _ name: String? = nil, color: ColorChoice = .auto, trust: Trust = .trusted, _ console: Console
  ) throws -> ProjectConfiguration {
    var source = name.map { ProjectConfiguration.Source.file($0) } ?? .discovered
    var base: (any FileSystem)?
    switch try trust.settings(console) {
    case .here: break
    case .nowhere: source = .none
    case .revision(let revision): base = revision
    }
    do throws(ConfigurationError) {
      return try ProjectConfiguration(
        source, workingDirectory: console.workingDirectory, in: console.fileSystem,
        settingsIn: base, access: console.access)
    } catch {
      if !error.findings.diagnostics.isEmpty {
        let style = console.style(color, isTerminal: console.isErrorTerminal)
        console.writeError(error.findings.rendered(as: .text, style: style) + "\n")
      }
      throw UsageError(error.message)
    }
  }

  /// The project that a command decides by or generates from: the paths of the command line, or
  /// those of the configuration, under its severities. Known findings count here: what the baseline
  /// hides is still wrong.
  static func read(
    _ paths: [String], config: String? = nil, color: ColorChoice, _ console: Console
  ) throws -> (project: Project, configuration: ProjectConfiguration) {
    let configuration = try configuration(config, color: color, console)
    let project = try configuration.project(at: paths).project
    return (project, configuration)
  }

  /// Loads `--policy PATH …` (default: those of the configuration, or `Policies/`) for a command that
  /// decides; policies with errors are reported to standard error and end the command, unless that is
  /// allowed.
  ///
  /// - Returns: nil when there are errors; they have been written.
  static func load(
    _ paths: [String], allowsInvalid: Bool, color: ColorChoice, _ console: Console
  ) throws -> Project? {
    try loadConfigured(paths, allowsInvalid: allowsInvalid, color: color, console)?.project
  }

  /// The same, with the configuration that was found.
  static func loadConfigured(
    _ paths: [String], allowsInvalid: Bool, color: ColorChoice, _ console: Console
  ) throws -> (project: Project, configuration: ProjectConfiguration)? {
    let (project, configuration) = try read(paths, color: color, console)
    guard !project.isEmpty else {
      throw noPolicy(
        in: project, paths.isEmpty ? configuration.defaultPaths : paths, color, console)
    }
    guard project.report.has(atLeast: .error), !allowsInvalid else {
      return (project, configuration)
    }
    let style = console.style(color, isTerminal: console.isErrorTerminal)
    console.writeError(
      project.report.filtered(atLeast: .error).rendered(as: .text, style: style))
    console.writeError(
      "\nthe policies have errors, so they decide nothing "
        + "(--allow-invalid leaves out what is wrong)\n")
    return nil
  }

  /// The findings that the file under `baseline` of the configuration knows; none without that key.
  static func baseline(color: ColorChoice, _ console: Console) throws -> Baseline {
    var configuration = try configuration(color: color, console)
    do throws(ConfigurationError) {
      try configuration.readBaseline()
    } catch {
      throw UsageError(error.message)
    }
    return configuration.baseline
  }

  /// The error of a command that found no policy; what is wrong with the files goes to standard error first.
  static func noPolicy(
    in project: Project, _ paths: [String], _ color: ColorChoice, _ console: Console
  ) -> UsageError {
    if project.report.has(atLeast: .error) {
      let style = console.style(color, isTerminal: console.isErrorTerminal)
      console.writeError(
        project.report.filtered(atLeast: .error).rendered(as: .text, style: style) + "\n")
    }
    return noPolicy(paths)
  }

  /// The same where no file was read.
  static func noPolicy(_ paths: [String]) -> UsageError {
    UsageError("no policy in \(paths.map { UTF8Text.quoted($0) }.joined(separator: ", "))")
  }
}
