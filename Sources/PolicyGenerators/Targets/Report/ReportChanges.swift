import PolicyText

/// What changed since older policies, the dangerous first.
struct ReportChanges {
  private let report: ReportContext
  /// More are named by `diff`.
  static let maximum = 500

  init(_ report: ReportContext) { self.report = report }

  var section: PageSection? {
    guard let comparison = report.input.report.comparison, !comparison.changes.isEmpty else {
      return nil
    }
    let sorted = ReportComparison.Effect.allCases.flatMap { effect in
      comparison.changes.filter { $0.effect == effect }
    }
    var blocks: [PageBlock] = [
      .table(
        PageTable(
          "Changes since \(comparison.older)",
          columns: ["Effect", "Environment", "What", "Where"],
          rows: sorted.prefix(Self.maximum).map(row)))
    ]
    if sorted.count > Self.maximum {
      blocks.append(
        .text([
          .text(ExactString("\(sorted.count - Self.maximum) more: ")), .code("linkpolicy diff"),
          .text(" names all of them."),
        ]))
    }
    return PageSection(PageID("changes"), [.text("What changed")], blocks: blocks)
  }

  private func row(_ change: ReportComparison.Change) -> PageRow {
    var lines = [[.code(change.subject)], ReportFindings.message(change.message)]
    if let witness = change.witness { lines.append([.quiet("Request: "), .code(witness)]) }
    return PageRow(
      [
        PageCell([Self.badge(change.effect, ExactString(change.effect.rawValue))]),
        PageCell([.text(ExactString(change.environment.rawValue))]), PageCell(lines: lines),
        PageCell(lines: change.place.map { [[report.line($0.file, $0.line)]] } ?? []),
      ], tone: change.effect == .widening ? .careful : nil)
  }

  /// More is allowed: somebody must have meant it.
  static func badge(_ effect: ReportComparison.Effect, _ text: ExactString) -> PageText {
    .badge(text, effect == .widening ? .careful : .neutral)
  }
}
