import LinkPolicy
import PolicyText

/// Writes reports to the files of their formats or standard output, and the counts to standard error.
struct VerifyOutput {
  let formats: [VerifyFormat]
  let color: ColorChoice
  let documentation: DocumentationBase?
  let console: Console

  func write(_ report: VerificationReport) throws {
    let formats = self.formats.isEmpty ? [VerifyFormat(.text)] : self.formats
    for format in formats {
      let text = text(report, format)
      if let file = format.file {
        try console.fileSystem.write(Array(text.utf8), to: file)
      } else {
        console.write(text, as: (format.format ?? .text).syntax)
      }
    }
    let style = console.style(color, isTerminal: console.isErrorTerminal)
    var line = SummaryLine(report: report.findings).text(style)
    line.removeLast()
    console.writeError("\(line); \(report.counts)\n")
  }

  private func text(_ report: VerificationReport, _ format: VerifyFormat) -> String {
    guard let name = format.format else { return VerifyMarkdown(report: report).text }
    guard name != .json else { return report.json(documentation: documentation) }
    let style =
      format.file == nil
      ? console.style(color, isTerminal: console.isTerminal) : TextStyle(hasColor: false)
    return report.findings.rendered(
      as: name, style: style, documentation: documentation)
  }
}

/// `--format` of `verify`: a format of findings, or Markdown.
struct VerifyFormat: Sendable, Equatable {
  /// nil for Markdown.
  var format: ReportFormat?
  /// nil writes to standard output.
  var file: String?

  init(_ format: ReportFormat?, file: String? = nil) {
    (self.format, self.file) = (format, file)
  }

  init(_ text: String) throws {
    guard text == "markdown" || text.hasPrefix("markdown=") else {
      let request = try FormatRequest(text)
      self.init(request.format, file: request.file)
      return
    }
    let file = String(text.dropFirst("markdown=".count))
    if text != "markdown", file.isEmpty {
      throw UsageError("\(DisplayText.quoted("--format \(text)")) needs a file name after `=`")
    }
    self.init(nil, file: file.isEmpty || file == "-" ? nil : file)
  }

  /// Checks that no two formats share a file or standard output.
  static func check(_ formats: [VerifyFormat]) throws {
    try FormatRequest.check(formats.map { FormatRequest($0.format ?? .text, file: $0.file) })
  }
}

/// A Markdown page with findings, then all requests.
struct VerifyMarkdown {
  let report: VerificationReport

  var text: String {
    let findings = report.findings
    var text = "## Deployment\n\n"
    text += report.counts + "\n"
    if !findings.diagnostics.isEmpty {
      text += "\n| | finding | location |\n|---|---|---|\n"
      for severity in Severity.allCases.reversed() {
        for finding in findings.diagnostics where finding.severity == severity {
          let source = findings.sources[finding.location.file.index]
          let line = source.position(of: finding.location.span.start).line
          text +=
            "| \(severity.rawValue) | \(Markdown.escaped(DisplayText.visible(finding.message))) (\(Markdown.code(finding.rule.rawValue))) "
          text += "| \(Markdown.code("\(source.name):\(line)")) |\n"
        }
      }
    }
    guard !report.checks.isEmpty else { return text }
    text += "\n<details><summary>\(report.checks.count) requests</summary>\n\n"
    text += "| | target | check | URL | status | ms |\n|---|---|---|---|---|---|\n"
    for check in report.checks {
      text +=
        "| \(check.outcome.rawValue) | \(check.target.rawValue) | \(Markdown.escaped(check.kind)) "
      text += "| \(Markdown.code(check.url.string)) | \(check.status.map { "\($0)" } ?? "") "
      text += "| \(check.milliseconds.map { "\($0)" } ?? "") |\n"
    }
    return text + "\n</details>\n"
  }
}

extension VerificationReport {
  /// `12 checks: 10 ok, 1 with findings, 1 unreachable, 0 skipped`.
  fileprivate var counts: String {
    let parts = [
      "\(count(.ok)) ok", "\(count(.finding)) with findings",
      "\(count(.unreachable)) unreachable", "\(count(.skipped)) skipped",
    ]
    return "\(SummaryLine.number(checks.count, "check")): \(parts.joined(separator: ", "))"
  }
}
