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
        let style = console.style(color, isTerminal: console.isErrorTerminal)
        console.writeError(error.findings.rendered(as: .text, style: style) + "\n")
      }
      throw UsageError(error.message)
    }
  }

  /// Loads policies for a command that evaluates them. The baseline has no effect here: known errors are errors.
  ///
  /// - Parameters:
  ///   - paths: if empty, those of the configuration, or `Policies/`.
  ///   - tolerated: a rule whose errors don't matter.
  /// - Returns: nil if the policies have errors and `allowsInvalid` is false; the errors are on standard error then.
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
    let style = console.style(color, isTerminal: console.isErrorTerminal)
    console.writeError(
      project.report.filtered(atLeast: .error).rendered(as: .text, style: style))
    console.writeError("\n")
    console.writeNotice(
      "the policies have errors, so they can't be evaluated "
        + "(to skip invalid entries, add `--allow-invalid`)")
    return nil
  }

  /// Lists the values that are `TODO`, because the results have nothing that needs them.
  static func listUnknownValues(of project: Project, _ console: Console) {
    let values = project.unknownValues
    guard !values.isEmpty else { return }
    let lines = values.prefix(10).map {
      "  \(DisplayText.visible($0.file)):\($0.line):\($0.column): \(DisplayText.visible($0.path))\n"
    }
    console.writeError(
      "left out what needs \(SummaryLine.number(values.count, "value")) that "
        + "\(values.count == 1 ? "is" : "are") `TODO`:\n" + lines.joined()
        + (values.count > 10 ? "  and \(values.count - 10) more\n" : ""))
  }

  /// The baseline that the configuration names; empty if it names none.
  static func baseline(color: ColorChoice, _ console: Console) throws -> Baseline {
    var configuration = try configuration(color: color, console)
    do throws(ConfigurationError) {
      try configuration.readBaseline()
    } catch {
      throw UsageError(error.message)
    }
    return configuration.baseline
  }

  /// The error of a command that found no policy. Errors in the files go to standard error first.
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

  static func noPolicy(_ paths: [String]) -> UsageError {
    UsageError("found no policy in \(paths.map { DisplayText.quoted($0) }.joined(separator: ", "))")
  }
}
