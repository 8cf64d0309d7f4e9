import PolicyDiagnostics
import PolicyGenerators
import PolicyText

extension Project {
  /// What the report target shows: the declarations, and the findings of this run.
  ///
  /// - Parameter output: the directory that the report goes to, as links of the report start there.
  func reportInput(output: String) -> ReportInput {
    let way = RelativePath(from: repositoryPath(output))
    var files: [ExactString: ReportFile] = [:]
    for source in report.sources {
      let name = repositoryPath(source.name)
      files[ExactString(source.name)] = ReportFile(
        name: RelativePath.shown(name), url: way?.url(of: name))
    }
    return ReportInput(
      workspace: workspace,
      findings: report.diagnostics.map { finding in
        let source = report.sources[finding.location.file.index]
        return ReportFinding(
          rule: finding.rule, severity: finding.severity, environment: finding.environment,
          message: ExactString(finding.message), help: finding.help.map { ExactString($0) },
          file: ExactString(source.name),
          line: source.position(of: finding.location.span.start).line)
      }, accepted: report.suppressed, files: files)
  }
}
