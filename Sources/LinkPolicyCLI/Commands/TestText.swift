import LinkPolicy
import PolicyText

/// Test results in text format, with expected and actual values.
struct TestText {
  let outcomes: [TestOutcome]
  let coverage: TestCoverage?
  let style: TextStyle

  /// The maximum width of values that are printed side by side.
  private static let maximumCellWidth = 34

  var text: String {
    var output = ""
    for outcome in outcomes {
      let mark =
        outcome.isPassed
        ? style.paint("✓", TextStyle.Role.good) : style.paint("✗", TextStyle.Role.error)
      output += "\(mark) " + wrapped(outcome.name, after: 2, indent: 2)
      if !outcome.isPassed { output += failure(outcome) }
    }
    let failed = outcomes.count { !$0.isPassed }
    output += "\n\(outcomes.count) test\(outcomes.count == 1 ? "" : "s"), "
    output += "\(outcomes.count - failed) passed, \(failed) failed\n"
    if let coverage {
      output += "\(coverage.covered) of \(coverage.entries) entries covered\n"
      for place in coverage.missing {
        output += "  not covered: \(DisplayText.visible("\(place.text)  \(place.path)"))\n"
      }
    }
    return output
  }

  private func failure(_ outcome: TestOutcome) -> String {
    var output = ""
    if let source = outcome.source {
      output += "    \(style.paint("at \(DisplayText.visible(source.text))", .frame))\n"
    }
    let rows = outcome.differences.map {
      (
        field: DisplayText.visible($0.field), expected: cell($0.expected), actual: cell($0.actual),
        line: $0.source?.line
      )
    }
    let limit = min(Self.maximumCellWidth, style.columns.map { ($0 - 28) / 2 } ?? .max)
    let fits = rows.allSatisfy {
      columns($0.expected) <= limit && columns($0.actual) <= limit
    }
    output += fits ? sideBySide(rows) : stacked(rows)
    if let message = outcome.actual["message"]?.stringValue {
      output += "    because " + wrapped(message, after: 12, indent: 12)
    }
    if let place = outcome.decidedBy {
      output += "    decided by " + wrapped(place, after: 15, indent: 15)
    }
    return output
  }

  private func wrapped(_ text: String, after used: Int, indent: Int) -> String {
    style.wrapped(DisplayText.visible(text), after: used, indent: indent) + "\n"
  }

  private typealias Row = (field: String, expected: String, actual: String, line: Int?)

  private func sideBySide(_ rows: [Row]) -> String {
    let field = max(5, rows.map { columns($0.field) }.max() ?? 0)
    let expected = max(8, rows.map { columns($0.expected) }.max() ?? 0)
    let actual = max(6, rows.map { columns($0.actual) }.max() ?? 0)
    var output = "    \(padded("field", field))  \(padded("expected", expected))  actual\n"
    for row in rows {
      output += "    " + style.paint(row.field, TextStyle.Role.emphasis)
      output += String(repeating: " ", count: field - columns(row.field)) + "  "
      output += style.paint(row.expected, TextStyle.Role.good)
      output += String(repeating: " ", count: expected - columns(row.expected)) + "  "
      output += style.paint(row.actual, TextStyle.Role.error)
      if let line = row.line {
        output += String(repeating: " ", count: actual - columns(row.actual))
        output += "  " + style.paint("line \(line)", .frame)
      }
      output += "\n"
    }
    return output
  }

  private func stacked(_ rows: [Row]) -> String {
    rows.map { row in
      let line = row.line.map { "  " + style.paint("line \($0)", .frame) } ?? ""
      return "    " + style.paint(row.field, TextStyle.Role.emphasis) + line + "\n"
        + "      expected  " + style.paint(row.expected, TextStyle.Role.good) + "\n"
        + "      actual    " + style.paint(row.actual, TextStyle.Role.error) + "\n"
    }.joined()
  }

  private func cell(_ value: JSONValue) -> String { DisplayText.visible(value.text()) }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(text)))
  }

  private func columns(_ text: String) -> Int { WrappedText.columns(of: text) }
}

extension SourceReference {
  /// `FILE:LINE:COLUMN`.
  var text: String { "\(file):\(line):\(column)" }
}

extension TestOutcome {
  /// The location and path of the deciding line.
  var decidedBy: String? {
    guard let place = actual["source"], let file = place["file"]?.stringValue,
      let line = place["line"]?.text(), let path = place["path"]?.stringValue
    else { return nil }
    return "\(file):\(line)  \(path)"
  }
}
