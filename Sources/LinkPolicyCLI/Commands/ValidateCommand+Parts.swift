import LinkPolicy

/// Estates that are checked in parts: `--summary`, and `validate merge`.
extension ValidateCommand {
  /// A part has no report, and parts are files.
  func checkParts() throws {
    guard writesSummary else { return }
    guard summaries == nil else {
      throw UsageError("summaries are merged all at once; files with summaries can be put together")
    }
    guard formats.isEmpty, fixing == .none, baselineOutput == nil, !paths.contains("-") else {
      throw UsageError(
        "`--summary` does not go with `-`, `--format`, `--fix`, `--diff` and `--write-baseline`: "
          + "the run that merges the parts reports")
    }
  }

  /// Writes the summary of this part; findings are no failure of it.
  func writeSummary(
    _ console: Console, _ configuration: ProjectConfiguration
  ) throws -> ExitStatus {
    let (summary, excluded) = try configuration.summary(at: paths, kind: kind)
    try checkSomething(summary.fileCount + excluded, configuration)
    console.write(summary.text, as: .json)
    return .clean
  }

  /// What the parts are together.
  func merged(
    _ summaries: [String], _ console: Console, _ configuration: ProjectConfiguration
  ) throws -> Project {
    guard !summaries.isEmpty else { throw UsageError("name the summaries to merge") }
    var reader = CheckSummary.Reader()
    for path in summaries {
      let bytes = try console.content(of: path)
      do throws(CheckSummary.Problem) {
        try reader.read(bytes)
      } catch {
        throw UsageError("\(UTF8Text.visible(path)): \(error.message)")
      }
    }
    do throws(CheckSummary.Problem) {
      return try configuration.project(merging: try reader.parts())
    } catch {
      throw UsageError(error.message)
    }
  }
}
