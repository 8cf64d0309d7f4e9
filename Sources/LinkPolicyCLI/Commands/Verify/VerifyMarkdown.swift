import LinkPolicy

/// A deployment on one page: what was found, then what was asked, host by host.
struct VerifyMarkdown {
  let report: VerificationReport

  var text: String {
    let findings = report.findings
    var text = "## Deployment\n\n"
    text += VerifyCounts(report).text + "\n"
    if !findings.diagnostics.isEmpty {
      text += "\n| | what | where |\n|---|---|---|\n"
      for severity in Severity.allCases.reversed() {
        for finding in findings.diagnostics where finding.severity == severity {
          let source = findings.sources[finding.location.file.index]
          let line = source.position(of: finding.location.span.start).line
          text +=
            "| \(severity.rawValue) | \(Markdown.escaped(UTF8Text.visible(finding.message))) (\(Markdown.code(finding.rule.rawValue))) "
          text += "| \(Markdown.code("\(source.name):\(line)")) |\n"
        }
      }
    }
    guard !report.checks.isEmpty else { return text }
    text += "\n<details><summary>\(report.checks.count) requests</summary>\n\n"
    text += "| | target | kind | address | status | ms |\n|---|---|---|---|---|---|\n"
    for check in report.checks {
      text +=
        "| \(check.outcome.rawValue) | \(check.target.rawValue) | \(Markdown.escaped(check.kind)) "
      text += "| \(Markdown.code(check.url.string)) | \(check.status.map { "\($0)" } ?? "") "
      text += "| \(check.milliseconds.map { "\($0)" } ?? "") |\n"
    }
    return text + "\n</details>\n"
  }
}
