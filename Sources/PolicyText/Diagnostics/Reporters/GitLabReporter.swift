/// GitLab's code quality report. Fingerprints contain no line numbers, because GitLab tracks findings by them.
package struct GitLabReporter: Reporter {
  private let context: ReporterContext

  package init(_ context: ReporterContext) { self.context = context }

  package func render(_ report: Report) -> String {
    let fingerprints = report.fingerprints(context.repositoryPath)
    let entries = zip(report.diagnostics, fingerprints).map {
      diagnostic, fingerprint -> JSONValue in
      let source = report.sources[diagnostic.location.file.index]
      let line = source.position(of: diagnostic.location.span.start).line
      return [
        "description": .string(DisplayText.visible(diagnostic.message)),
        "check_name": .string(diagnostic.rule.rawValue), "fingerprint": .string(fingerprint),
        "severity": .string(severity(diagnostic.severity)),
        "location": [
          "path": .string(path(source.name)),
          "lines": ["begin": .int(line)],
        ],
      ]
    }
    return JSONValue.array(entries).text(.pretty) + "\n"
  }

  /// GitLab drops entries whose path starts with `./`.
  private func path(_ name: String) -> String {
    var path = context.repositoryPath(name)
    while path.utf8.starts(with: "./".utf8) { path = String(path.dropFirst(2)) }
    return path
  }

  private func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: "critical"
    case .warning: "minor"
    case .note: "info"
    }
  }
}
