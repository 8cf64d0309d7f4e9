import LinkPolicy

/// How many questions were put, and how many of them without an answer.
struct VerifyCounts {
  private let report: VerificationReport

  init(_ report: VerificationReport) { self.report = report }

  /// `12 checks: 10 ok, 1 with findings, 1 unreachable, 0 skipped`.
  var text: String {
    let counts = [
      "\(report.count(.ok)) ok", "\(report.count(.finding)) with findings",
      "\(report.count(.unreachable)) unreachable", "\(report.count(.skipped)) skipped",
    ]
    return "\(SummaryLine.number(report.checks.count, "check")): \(counts.joined(separator: ", "))"
  }
}
