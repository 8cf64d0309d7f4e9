import PolicyText

/// What `validate` still says.
struct ReportFindings {
  private let report: ReportContext
  /// More would be read by nobody.
  static let maximum = 1_000

  init(_ report: ReportContext) { self.report = report }

  var section: PageSection? {
    let findings = report.input.report.findings
    guard !findings.isEmpty else { return nil }
    return PageSection(
      PageID("findings"), [.text("Findings")],
      blocks: [
        .text([
          .text("What remains of "), .code("linkpolicy validate"), .text(". "),
          .code("linkpolicy explain RULE"), .text(" says why and how to mend it."),
        ]),
        .table(
          PageTable(
            "Warnings and notes", columns: ["Rule", "Weight", "Environment", "What", "Where"],
            rows: findings.prefix(Self.maximum).map(row))),
      ] + more(findings.count))
  }

  private func more(_ count: Int) -> [PageBlock] {
    guard count > Self.maximum else { return [] }
    return [.text([.text(ExactString("\(count - Self.maximum) more are left out here."))])]
  }

  private func row(_ finding: ReportFinding) -> PageRow {
    let isWarning = finding.severity >= .warning
    var lines = [Self.message(finding.message)]
    if let help = finding.help { lines.append([.quiet("Help: ")] + Self.message(help)) }
    return PageRow(
      [
        PageCell([rule(finding.rule)]),
        PageCell([
          .badge(ExactString(finding.severity.rawValue), isWarning ? .careful : .neutral)
        ]),
        PageCell([.text(ExactString(finding.environment?.rawValue ?? "both"))]),
        PageCell(lines: lines), PageCell([report.line(finding.file, finding.line)]),
      ], tone: isWarning ? .careful : nil)
  }

  private func rule(_ rule: RuleID) -> PageText {
    report.input.report.documentation.map { .link(PageLink(rule, at: $0)) }
      ?? .code(ExactString(rule.rawValue))
  }

  /// The text of a message, what stands in backticks as code.
  static func message(_ message: ExactString) -> [PageText] {
    let pieces = message.utf8.split(
      separator: UInt8(ascii: "`"), omittingEmptySubsequences: false
    ).map { ExactString(decoding: $0) }
    // An even number of backticks; else they are no pairs.
    guard !pieces.count.isMultiple(of: 2) else { return [.text(message)] }
    return pieces.enumerated().compactMap { index, piece in
      if index.isMultiple(of: 2) { return piece.isEmpty ? nil : .text(piece) }
      return .code(piece)
    }
  }
}
