import LinkPolicy
import PolicyDiagnostics
import PolicyText

/// The policies of a command that decides: they must have no errors.
enum ProjectLoader {
  /// Loads `--policy PATH …` (default: those of the configuration, or `Policies/`); policies with errors are reported to standard error
  /// and end the command, unless that is allowed.
  ///
  /// - Returns: nil when there are errors; they have been written.
  static func load(
    _ paths: [String], allowsInvalid: Bool, color: ColorChoice, _ console: Console
  ) throws -> Project? {
    let (project, paths) = try RunSetup.project(paths, color: color, onlyErrors: true, console)
    guard !project.isEmpty else {
      throw UsageError(
        "no policy in \(paths.map { UTF8Text.quoted($0) }.joined(separator: ", "))")
    }
    guard project.report.has(atLeast: .error), !allowsInvalid else { return project }
    let style = console.style(color, isTerminal: console.isErrorTerminal)
    console.writeError(
      TextReporter(style: style).render(project.report.filtered(atLeast: .error)))
    console.writeError(
      "\nthe policies have errors, so they decide nothing "
        + "(--allow-invalid leaves out what is wrong)\n")
    return nil
  }
}
